declare module 'crc-32/crc32c.js' {
  const crc: { buf(bytes: Uint8Array, seed: number): number };
  export = crc;
}

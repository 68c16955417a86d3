import crc from 'crc-32/crc32c.js';

/** CRC-32C of the bytes, going on from the checksum of what came before; unsigned. */
export const crc32c = (bytes: Uint8Array, seed = 0): number => crc.buf(bytes, seed | 0) >>> 0;

export const toHex = (checksum: number): string => checksum.toString(16).padStart(8, '0');

const KIB = 1024;
const MIB = 1024 * KIB;

/** `812 bytes`, `3.4 KiB`, `12.0 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  return bytes < MIB ? `${(bytes / KIB).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
}

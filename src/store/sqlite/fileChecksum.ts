import { crc32 } from 'node:zlib';
import { toHex } from './crc32c.ts';

/**
 * CRC-32 of a whole file, in hexadecimal. A snapshot is large and is checked at each start, so it is done by zlib, at a
 * sixth of the time of the chained checksums of the journal's lines.
 */
export const fileChecksum = (bytes: Uint8Array): string => toHex(crc32(bytes));

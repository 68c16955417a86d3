import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { encodingFault, tooLargeFault } from './hubFaults.ts';

const MAX_MEBIBYTES = 16;

/**
 * Reads an answer to its end, unpacked; more than 16 MiB are refused, packed and unpacked, before they are in memory.
 * @param encoding of Content-Encoding
 * @throws SourceFault; an error of the stream
 */
export async function readBody(
  host: string,
  body: Dispatcher.ResponseData['body'],
  encoding: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  async function* limited(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > MAX_MEBIBYTES * 1024 * 1024) throw tooLargeFault(host, MAX_MEBIBYTES);
      yield piece;
    }
  }
  const all: Buffer[] = [];
  const collect = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) all.push(piece);
  };
  switch (encoding?.toLowerCase() ?? 'identity') {
    case 'identity':
      await pipeline(body, limited, collect, { signal });
      break;
    case 'gzip':
    case 'x-gzip':
      await pipeline(body, limited, createGunzip(), limited, collect, { signal });
      break;
    default:
      await body.dump();
      throw encodingFault(host);
  }
  return Buffer.concat(all);
}

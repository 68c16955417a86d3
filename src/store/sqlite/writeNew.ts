import type { StoreFiles } from './storeFiles.ts';

/** A sync elsewhere on the disk waits for what is written and not yet synced: for a piece, not for a whole snapshot. */
const pieceBytes = 1024 * 1024;

/** Writes a file whole and durable under a name that nothing has yet. */
export function writeNew(files: StoreFiles, path: string, bytes: Uint8Array): void {
  const file = files.create(path);
  try {
    for (let from = 0; from === 0 || from < bytes.length; from += pieceBytes) {
      file.write(bytes.subarray(from, from + pieceBytes));
      file.sync();
    }
  } finally {
    file.close();
  }
}

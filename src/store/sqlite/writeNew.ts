import type { StoreFiles } from './storeFiles.ts';

/** Writes a file whole and durable under a name that nothing has yet. */
export function writeNew(files: StoreFiles, path: string, bytes: Uint8Array): void {
  const file = files.create(path);
  try {
    file.write(bytes);
    file.sync();
  } finally {
    file.close();
  }
}

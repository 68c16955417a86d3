import { openSync } from 'node:fs';

/**
 * Keeps a file open until this thread ends. Its name can be deleted meanwhile in no time: what it occupies is freed by
 * this thread's end, which for a large file takes tens of milliseconds. One that can't be opened is deleted all the same.
 */
export function holdOpen(path: string): void {
  // Windows keeps the name as long as the file is open.
  if (process.platform === 'win32') return;
  try {
    openSync(path, 'r');
  } catch {
    return;
  }
}

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Called in a `describe`: gives a function that makes empty folders, all removed after each test. */
export function temporaryFolders(): (name?: string) => string {
  const made: string[] = [];
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (name = 'signalbox-') => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), name)));
    made.push(folder);
    return folder;
  };
}

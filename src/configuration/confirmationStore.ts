import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** What a person confirmed for one workspace, kept where an agent that edits the workspace does not come by (C22). */
export interface ConfirmationStore {
  /** Digest of the guarded part that was confirmed last; null: none, or not readable, which is as good as none. */
  read(): string | null;
  /** Throws when it can't be stored. */
  write(digest: string): void;
}

const FORMAT = 1;

/**
 * One file a workspace, `<folder>/confirmed/<hash of the root>.json`, 0600 in folders of 0700.
 *
 * @param folder the user's own for Signalbox: `userFolder()`.
 * @param root the workspace's absolute, resolved path.
 */
export function confirmationStore(folder: string, root: string): ConfirmationStore {
  const confirmed = path.join(folder, 'confirmed');
  const file = path.join(confirmed, `${createHash('sha256').update(root).digest('hex')}.json`);
  return {
    read: () => {
      try {
        const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> | null;
        if (value?.['format'] !== FORMAT || value['root'] !== root) return null;
        return typeof value['digest'] === 'string' ? value['digest'] : null;
      } catch {
        // Whatever is wrong with it: a person is asked again, and the answer replaces the file.
        return null;
      }
    },
    write: (digest) => {
      mkdirSync(confirmed, { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify({ format: FORMAT, root, digest })}\n`);
    },
  };
}

/** Either the old content or the new one is there, also after a power loss. */
function replaceFile(file: string, content: string): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(
      `the confirmation could not be stored in ${path.dirname(file)}: make that folder writable`,
      {
        cause: error,
      },
    );
  }
}

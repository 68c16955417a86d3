import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../base/disposable.ts';
import type { Source } from '../coordinator/ports.ts';
import type { ReceiptId } from '../core/model/ids.ts';
import type { Receipt } from '../core/model/records.ts';
import type { Snapshot } from '../core/model/snapshot.ts';
import { watchFolder } from '../files/watchFolder.ts';
import { acknowledgeAll } from './acknowledgeAll.ts';
import { readTaskFile, type TaskFile } from './taskFile.ts';
import { uniteTaskFiles } from './uniteTaskFiles.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Tasks from the files of a repository, `.signalbox/tasks/*.{json,yaml,yml}`. One bad file, or an id given twice, means no
 * snapshot: the error names the file, the line and what to do, and the source is frozen until then (C4). A folder that is
 * not there has no tasks. It takes no receipts: a file's status is what its author says.
 */
export class FileSource implements Source {
  readonly name: string;
  private readonly folder: string;
  /** Parsed before, by name, with the digest of the content that they came from. */
  private known = new Map<string, { readonly digest: string; readonly file: TaskFile }>();

  /** @param folder absolute. */
  constructor(name: string, folder: string) {
    this.name = name;
    this.folder = folder;
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    const read: typeof this.known = new Map();
    for (const name of await this.listFiles(signal)) {
      const content = await this.readContent(name, signal);
      if (content === null) continue;
      const digest = createHash('sha256').update(content).digest('hex');
      const before = this.known.get(name);
      read.set(name, before?.digest === digest ? before : { digest, file: parse(name, content) });
    }
    this.known = read;
    return uniteTaskFiles(new Map([...read].map(([name, { file }]) => [name, file])));
  }

  async project(receipts: readonly Receipt[], signal: AbortSignal): Promise<readonly ReceiptId[]> {
    return acknowledgeAll(receipts, signal);
  }

  watch(onChange: () => void): Disposable {
    return watchFolder(this.folder, onChange);
  }

  /** In the order of their names, the same on every machine. */
  private async listFiles(signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    const names = await ifThere(signal, readdir(this.folder), `the folder ${this.folder} can't be read`);
    return (names ?? []).filter((name) => /^[^.].*\.(json|yaml|yml)$/s.test(name)).sort();
  }

  /** Null: it is no file, or is gone again. */
  private async readContent(name: string, signal: AbortSignal): Promise<Buffer | null> {
    signal.throwIfAborted();
    const file = path.join(this.folder, name);
    const stats = await ifThere(signal, stat(file), `${name} can't be read`);
    if (stats?.isFile() !== true) return null;
    if (stats.size > MAX_BYTES) {
      throw new Error(`${name}: it has more than 16 MiB: split it, or remove tasks that are done.`);
    }
    return ifThere(signal, readFile(file, { signal }), `${name} can't be read`);
  }
}

function parse(name: string, content: Buffer): TaskFile {
  const read = readTaskFile(name, decode(name, content));
  if (read.ok) return read.value;
  const [first, ...others] = read.error;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new Error(`${name}: ${first?.message ?? 'it is not valid'}${more}`);
}

function decode(name: string, content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    throw new Error(`${name}: it is not UTF-8: save it as UTF-8.`, { cause: error });
  }
}

/** What a look at the disk found; null where there is nothing of that name. */
async function ifThere<T>(signal: AbortSignal, looking: Promise<T>, failure: string): Promise<T | null> {
  try {
    const found = await looking;
    signal.throwIfAborted();
    return found;
  } catch (error) {
    signal.throwIfAborted();
    const { code, name } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(`${failure} (${code ?? name}): see to its access rights, or remove it.`, {
      cause: error,
    });
  }
}

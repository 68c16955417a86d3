import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromWire, ProtocolError } from '../protocol/errors.ts';
import type { RequestOptions } from './jsonLineConnection.ts';

/** The bundle that can open a store, run by the Node of this process. */
export interface HostProgram {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A line of the other process: any number of `progress`, then one of the others. */
interface Word {
  readonly progress?: { readonly done: number; readonly total: number };
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Runs the host's bundle, which has the store in it, with these words and gives its result. Aborting ends that process.
 * Rejects with a `ProtocolError`, or with the signal's reason.
 */
export async function askHostProgram<T>(
  { file, env }: HostProgram,
  words: readonly string[],
  { signal, onProgress }: Pick<RequestOptions, 'signal' | 'onProgress'> = {},
): Promise<T> {
  const child = spawn(process.execPath, [file, ...words], {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  signal?.addEventListener('abort', end, { once: true });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const closed = once(child, 'close');
  // Rejects if it can't be started; awaited below.
  closed.catch(() => undefined);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { progress, ...answer } = JSON.parse(line) as Word;
      if (progress !== undefined) onProgress?.(progress.done, progress.total);
      else if ('error' in answer) throw fromWire(answer.error);
      else return answer.result as T;
    }
    await closed;
    signal?.throwIfAborted();
    throw endedEarly(errors);
  } finally {
    signal?.removeEventListener('abort', end);
    child.stdin.end();
  }
}

const endedEarly = (errors: string): ProtocolError =>
  new ProtocolError(
    'internal',
    `the work on the store ended early${errors === '' ? '' : ` (${errors.trim().split('\n').at(-1) ?? ''})`}`,
    'What was acknowledged is kept. Call again; if it happens twice, look at the folder .signalbox/state.',
  );

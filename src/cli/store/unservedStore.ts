import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromWire, ProtocolError } from '../../protocol/errors.ts';
import { methods, type Params, type Result, type StoreMethod } from '../../protocol/methods.ts';
import type { RequestOptions } from '../../ipc/jsonLineConnection.ts';
import type { Call } from '../verb.ts';
import { hostBundle } from './hostBundle.ts';

/** A line of the other process. */
interface Word {
  readonly progress?: { readonly done: number; readonly total: number };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Runs a method of a store that nobody serves, in a process that can open it. Aborting ends that process. */
export async function unservedStore<M extends StoreMethod>(
  call: Call,
  method: M,
  params: Params<M>,
  { signal, onProgress }: Pick<RequestOptions, 'signal' | 'onProgress'>,
): Promise<Result<M>> {
  refuseWorker(call, method);
  const words = ['store', method, '--root', call.root(), '--params', JSON.stringify(params)];
  const child = spawn(process.execPath, [hostBundle(call.world), ...words], {
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
      else return answer.result as Result<M>;
    }
    await closed;
    signal?.throwIfAborted();
    throw endedEarly(errors);
  } finally {
    signal?.removeEventListener('abort', end);
    child.stdin.end();
  }
}

/** A coordinator would know the caller by its processes (T7); here an agent is known by what it was given. */
function refuseWorker({ world }: Call, method: StoreMethod): void {
  if (methods[method].surface === 'worker' || world.env['SIGNALBOX_LEASE'] === undefined) return;
  throw new ProtocolError(
    'forbidden',
    `${method} is for a person`,
    'Do it in VS Code, or in a terminal that no agent was started from.',
  );
}

const endedEarly = (errors: string): ProtocolError =>
  new ProtocolError(
    'internal',
    `the work on the store ended early${errors === '' ? '' : ` (${errors.trim().split('\n').at(-1) ?? ''})`}`,
    'What was acknowledged is kept. Call again; if it happens twice, run `signalbox doctor`.',
  );

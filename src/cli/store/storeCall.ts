import { ProtocolError } from '../../protocol/errors.ts';
import { methods, type Params, type Result, type StoreMethod } from '../../protocol/methods.ts';
import type { Call } from '../verb.ts';
import { interruption } from './interruption.ts';
import { ProgressLine } from './progressLine.ts';
import { unservedStore } from './unservedStore.ts';

/** Between two signs of life: a large store is read, or written, in one go. */
const SILENT_MS = 600_000;

export interface StoreCallWords {
  /** Begins the line of progress: `Verifying`. */
  readonly doing: string;
  /** What to do after a Ctrl-C. */
  readonly afterStop: string;
}

/**
 * Does something with the whole store: through its coordinator, or where nobody serves it in a process of its own. Shows
 * how far it is; Ctrl-C ends the work, not only the waiting. Rejects with a `ProtocolError` or `CommandFailure`.
 */
export async function storeCall<M extends StoreMethod>(
  call: Call,
  method: M,
  params: Params<M>,
  { doing, afterStop }: StoreCallWords,
): Promise<Result<M>> {
  const line = new ProgressLine(call.world, doing);
  const interrupted = interruption(method.replace('store.', ''), afterStop);
  const { signal } = interrupted;
  const watch = { signal, onProgress: (done: number, total: number) => line.step(done, total) };
  try {
    const server = call.server(methods[method].surface);
    return await server.request(method, params, { timeoutMs: SILENT_MS, ...watch });
  } catch (error) {
    if (!isUnserved(error)) throw error;
    return await unservedStore(call, method, params, watch);
  } finally {
    line.end();
    interrupted.dispose();
  }
}

/** Nobody has the store, or whoever had it does not answer; whether such a one still lives is judged before anything is touched. */
export function isUnserved(error: unknown): boolean {
  if (!(error instanceof ProtocolError)) return false;
  return error.facts['discovery'] === 'no_coordinator' || error.facts['discovery'] === 'stale';
}

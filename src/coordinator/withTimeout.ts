import type { Scheduler } from './ports.ts';

/** A look at the outside that took longer than its limit. */
export class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`timed out after ${String(timeoutMs / 1000)} s`);
    this.name = 'TimedOut';
  }
}

/** Runs a look at the outside within its limit; past it the look is aborted and the promise rejects with `TimedOut`. */
export async function withTimeout<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { scheduler, timeoutMs }: { readonly scheduler: Scheduler; readonly timeoutMs: number },
): Promise<T> {
  const controller = new AbortController();
  const reason = new TimedOut(timeoutMs);
  const timeUp = new Promise<never>((_, fail) => {
    controller.signal.addEventListener('abort', () => {
      fail(reason);
    });
  });
  const timer = scheduler.after(timeoutMs, () => {
    controller.abort(reason);
  });
  try {
    return await Promise.race([run(controller.signal), timeUp]);
  } finally {
    timer.dispose();
  }
}

import type { Scheduler } from './ports.ts';

/** Runs a look at the outside within its limit; past it the look is aborted and the promise rejects. */
export async function withTimeout<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { scheduler, timeoutMs }: { readonly scheduler: Scheduler; readonly timeoutMs: number },
): Promise<T> {
  const controller = new AbortController();
  const reason = new Error(`timed out after ${String(timeoutMs / 1000)} s`);
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

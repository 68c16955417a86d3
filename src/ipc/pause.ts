import type { Timers } from './timers.ts';

/** Settles as the promise does, or rejects first with the reason of the signal that is aborted. */
export function untilAborted<T>(promise: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  const listening: (() => void)[] = [];
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) {
      const onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      listening.push(() => signal.removeEventListener('abort', onAbort));
    }
  });
  return Promise.race([promise, aborted]).finally(() => listening.forEach((stop) => stop()));
}

/** Waits; rejects with the reason of a signal that is aborted. */
export async function pause(ms: number, timers: Timers, signals: readonly AbortSignal[]): Promise<void> {
  let timer: { dispose(): void } | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = timers.after(ms, resolve);
  });
  try {
    await untilAborted(elapsed, signals);
  } finally {
    timer?.dispose();
  }
}

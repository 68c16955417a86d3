import { type Disposable, toDisposable } from '../base/disposable.ts';

/** Timers with an owner: disposing one cancels it. Injected, so that tests move time by hand. */
export interface Timers {
  after(delayMs: number, run: () => void): Disposable;
}

export const nodeTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return toDisposable(() => clearTimeout(timer));
  },
};

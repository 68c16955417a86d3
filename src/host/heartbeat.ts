import type { Disposable } from '../base/disposable.ts';
import { toDisposable } from '../base/disposable.ts';
import type { Absence } from '../coordinator/ports.ts';

const beatMs = 1000;
/** A beat that is late by less is an ordinary delay of the loop. */
const toleranceMs = 1000;

export interface Clocks {
  /** Epoch milliseconds; may be set by people and servers. */
  readonly wall: () => number;
  /** Milliseconds that only grow; stands still in sleep on some systems. */
  readonly steady: () => number;
  /** Calls back every so many milliseconds until disposed. */
  readonly every: (ms: number, run: () => void) => Disposable;
}

export const machineClocks: Clocks = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return toDisposable(() => {
      clearInterval(timer);
    });
  },
};

/**
 * Measures absence by beats of its own on both clocks (C16): a gap that the steady clock shows is a blocked loop or a
 * stopped process; one that only the wall clock shows counts as sleep when the machine may have slept through it, which
 * systems whose steady clock stops in sleep show in no other way. A clock set back is no absence.
 */
export class Heartbeat implements Absence, Disposable {
  private readonly clocks: Clocks;
  private readonly timer: Disposable;
  private wallAt: number;
  private steadyAt: number;
  private absentMs = 0;

  constructor(clocks: Clocks, onBeat: () => void = () => undefined) {
    this.clocks = clocks;
    this.wallAt = clocks.wall();
    this.steadyAt = clocks.steady();
    this.timer = clocks.every(beatMs, () => {
      this.beat();
      onBeat();
    });
  }

  take(): number {
    this.beat();
    const { absentMs } = this;
    this.absentMs = 0;
    return absentMs;
  }

  dispose(): void {
    this.timer.dispose();
  }

  private beat(): void {
    const wall = this.clocks.wall();
    const steady = this.clocks.steady();
    const gapMs = Math.max(steady - this.steadyAt, wall - this.wallAt);
    this.wallAt = wall;
    this.steadyAt = steady;
    if (gapMs > beatMs + toleranceMs) this.absentMs += Math.round(gapMs - beatMs);
  }
}

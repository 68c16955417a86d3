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

/** Beats that the delay of the loop is told of: a minute. */
const beatsTold = 60;

/** What the clocks have shown. Instants are epoch milliseconds by the wall clock after it; null: not since the start. */
export interface ClockFacts {
  /** The greatest delay of a beat in the last minute: how long the event loop was busy at most. */
  readonly loopDelayMs: number;
  readonly lastAbsence: { readonly at: number; readonly ms: number } | null;
  /** The wall clock was set back. */
  readonly lastSetBack: { readonly at: number; readonly ms: number } | null;
}

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
  /** Of its own last beat, by the steady clock: a tick in between makes the next one no less late. */
  private ownAt: number;
  private absentMs = 0;
  private delays: readonly number[] = [];
  private lastAbsence: ClockFacts['lastAbsence'] = null;
  private lastSetBack: ClockFacts['lastSetBack'] = null;

  constructor(clocks: Clocks, onBeat: () => void = () => undefined) {
    this.clocks = clocks;
    this.wallAt = clocks.wall();
    this.steadyAt = clocks.steady();
    this.ownAt = this.steadyAt;
    this.timer = clocks.every(beatMs, () => {
      this.beat(true);
      onBeat();
    });
  }

  facts(): ClockFacts {
    const { lastAbsence, lastSetBack } = this;
    return { loopDelayMs: Math.round(Math.max(0, ...this.delays)), lastAbsence, lastSetBack };
  }

  take(): number {
    this.beat(false);
    const { absentMs } = this;
    this.absentMs = 0;
    return absentMs;
  }

  dispose(): void {
    this.timer.dispose();
  }

  private beat(isOwn: boolean): void {
    const wall = this.clocks.wall();
    const steady = this.clocks.steady();
    const steadyMs = steady - this.steadyAt;
    const wallMs = wall - this.wallAt;
    this.wallAt = wall;
    this.steadyAt = steady;
    if (isOwn) {
      this.delays = [...this.delays, steady - this.ownAt - beatMs].slice(-beatsTold);
      this.ownAt = steady;
    }
    if (steadyMs - wallMs > toleranceMs) this.lastSetBack = { at: wall, ms: Math.round(steadyMs - wallMs) };
    const gapMs = Math.max(steadyMs, wallMs);
    if (gapMs <= beatMs + toleranceMs) return;
    const ms = Math.round(gapMs - beatMs);
    this.absentMs += ms;
    this.lastAbsence = { at: wall, ms };
  }
}

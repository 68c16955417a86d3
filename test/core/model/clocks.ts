/** A held lease's time as a person would tell it: how much is left and how long nothing was heard, at an instant. */
export interface RunningClock {
  readonly leftMs: number;
  readonly silentMs: number;
  readonly atMs: number;
  readonly ttlMs: number;
  /** Was given `restartGrace` since the last stored renewal (C16). */
  readonly hasGrace: boolean;
}

export const Clocks = {
  /** The clock at a later instant; it stands still while a question is open (C13). */
  read(clock: RunningClock, isFrozen: boolean, now: number): RunningClock {
    const passedMs = isFrozen ? 0 : now - clock.atMs;
    return { ...clock, leftMs: clock.leftMs - passedMs, silentMs: clock.silentMs + passedMs, atMs: now };
  },
};

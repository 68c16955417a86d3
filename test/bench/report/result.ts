import type { Spread } from '../kit/statistics.ts';

/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | '/s' | 'x' | 'MiB' | 's';
  readonly value: Spread;
}

/** A figure with what it must reach. */
export interface Goal {
  readonly name: string;
  readonly unit: Figure['unit'];
  readonly value: Spread;
  readonly must: '<=' | '>=';
  readonly bound: number;
}

/** One part of the bench. */
export interface Measured {
  readonly id: string;
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly how: string;
  readonly rounds: number;
  /** Rounds in a slow spell of the disk, left out. */
  readonly slowRounds: number;
  readonly figures: readonly Figure[];
  readonly goals: readonly Goal[];
  /** What was not measured, and why. */
  readonly notes: readonly string[];
}

export const isReached = ({ value, must, bound }: Goal): boolean =>
  must === '<=' ? value.median <= bound : value.median >= bound;

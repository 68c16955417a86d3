import type { Places } from '../kit/places.ts';
import type { Stores } from '../seed/stores.ts';
import type { Measured } from '../report/result.ts';

/** How much is done: all of it, or only enough to see that it works. */
export interface Amount {
  readonly rounds: number;
  /** Of 1: turns, appends and lives in a slice. */
  readonly share: number;
  readonly largestStore: number;
}

/** What a part of the bench has at hand. */
export interface Bench {
  readonly places: Places;
  readonly stores: Stores;
  readonly amount: Amount;
  readonly say: (line: string) => void;
}

export type Measure = (bench: Bench) => Promise<Measured>;

export const times = ({ amount }: Bench, count: number): number =>
  Math.max(10, Math.round(count * amount.share));

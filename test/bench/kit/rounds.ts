import { appendLimit } from './appendLimit.ts';
import type { Slice } from './statistics.ts';

/** A disk that takes this much longer than in the best round, and this long at all, is in a slow spell. */
const slowFactor = 3;
const slowMs = 1;
const extraRounds = 5;

export interface Round<T> {
  /** What the disk allowed in the round: before its work and after. */
  readonly limit: Slice;
  readonly isSlow: boolean;
  readonly values: T;
}

export interface RoundsOptions {
  readonly count: number;
  /** On the disk that is measured. */
  readonly folder: string;
  /** Of one append. */
  readonly bytes: number;
  readonly appends: number;
  readonly say: (line: string) => void;
}

/** Rounds, each with the limit measured in it. Those in a slow spell of the disk are labelled and done again. */
export async function rounds<T>(
  { count, folder, bytes, appends, say }: RoundsOptions,
  work: (round: number) => Promise<T>,
): Promise<Round<T>[]> {
  const done: { limit: Slice; values: T }[] = [];
  const isSlow = ({ limit }: { limit: Slice }): boolean => {
    const best = Math.min(...done.map((round) => round.limit.p50));
    return limit.p50 > slowMs && limit.p50 > best * slowFactor;
  };
  const good = () => done.filter((round) => !isSlow(round)).length;
  while (good() < count && done.length < count + extraRounds) {
    const before = appendLimit(folder, bytes, appends);
    const values = await work(done.length);
    const after = appendLimit(folder, bytes, appends);
    const round = { limit: both(before, after), values };
    done.push(round);
    const note = isSlow(round) ? ', a slow spell of the disk: repeated' : '';
    say(`  round ${done.length}: one append and sync takes ${round.limit.p50.toFixed(3)} ms${note}`);
  }
  return done.map((round) => ({ ...round, isSlow: isSlow(round) }));
}

/** As many appends before as after. */
const both = (one: Slice, other: Slice): Slice => ({
  rate: 2 / (1 / one.rate + 1 / other.rate),
  p50: (one.p50 + other.p50) / 2,
  p99: (one.p99 + other.p99) / 2,
});

/** The rounds that count; all of them where the disk was slow throughout. */
export function counted<T>(all: readonly Round<T>[]): readonly Round<T>[] {
  const good = all.filter(({ isSlow }) => !isSlow);
  return good.length > 0 ? good : all;
}

/** One figure over all rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  return { median: at(sorted, 0.5), min: at(sorted, 0), max: at(sorted, 1) };
}

/** What one slice of a round took: milliseconds of each operation, and how many there were a second. */
export interface Slice {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** @param seconds from the first operation's begin to the last one's end */
export function slice(latencies: readonly number[], seconds: number): Slice {
  const sorted = [...latencies].sort((one, other) => one - other);
  return { rate: latencies.length / seconds, p50: at(sorted, 0.5), p99: at(sorted, 0.99) };
}

/** The value at a share of a sorted list, between two of them where it falls there. */
function at(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) throw new Error('nothing was measured');
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

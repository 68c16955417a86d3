import { BenchHost } from '../kit/benchHost.ts';
import { counted, rounds } from '../kit/rounds.ts';
import { spread } from '../kit/statistics.ts';
import type { Measured } from '../report/result.ts';
import { type Bench, times } from './bench.ts';

const inSnapshot = 100_000;
const inJournal = 10_000;

/** From the start of the process until it serves, over a store as long as it gets before the next snapshot. */
export async function opening(bench: Bench): Promise<Measured> {
  const { places, stores, amount, say } = bench;
  const store = await stores.of(inSnapshot, inJournal);
  const open = async (name: string, from: string | null): Promise<number> => {
    const root = places.root(name, from);
    const host = await BenchHost.start(places.of(root));
    await host.kill();
    places.remove(root);
    return host.openingMs;
  };
  await open('opening-first', store);
  const measured = await rounds(
    { count: amount.rounds, folder: places.folder, bytes: 1000, appends: times(bench, 200), say },
    async (round) => ({
      full: await open(`opening-${round}`, store),
      empty: await open(`opening-empty-${round}`, null),
    }),
  );
  const good = counted(measured).map(({ values }) => values);
  return {
    id: 'opening',
    title: 'Opening',
    how: 'From the start of the process until it serves: a snapshot of 100,000 events and a journal of 10,000 above it, beside an empty store.',
    rounds: good.length,
    slowRounds: measured.length - good.length,
    figures: [
      { name: 'an empty store', unit: 'ms', value: spread(good.map(({ empty }) => empty)) },
      { name: '100,000 + 10,000 events', unit: 'ms', value: spread(good.map(({ full }) => full)) },
      {
        name: 'more than an empty store',
        unit: 'ms',
        value: spread(good.map(({ full, empty }) => full - empty)),
      },
    ],
    goals: [
      {
        ...{ name: 'from the start of the process until it serves', unit: 's', must: '<=', bound: 0.7 },
        value: spread(good.map(({ full }) => full / 1000)),
      },
    ],
    notes: [],
  };
}

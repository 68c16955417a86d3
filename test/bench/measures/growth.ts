import { BenchHost } from '../kit/benchHost.ts';
import { Child } from '../kit/child.ts';
import type { ClientQuestion } from '../kit/clientProgram.ts';
import { counted, rounds } from '../kit/rounds.ts';
import { type Slice, spread } from '../kit/statistics.ts';
import type { Figure, Measured } from '../report/result.ts';
import { type Bench, times } from './bench.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000] as const;
const turns = 400;
const mebibyte = 1024 * 1024;

interface Sized {
  readonly events: number;
  readonly root: string;
  readonly host: BenchHost;
  readonly rss: number;
}

/** The same command in registers of several sizes, all open at once, a slice of each in every round. */
export async function growth(bench: Bench): Promise<Measured> {
  const { places, amount, say } = bench;
  const clients = new Child('test/bench/kit/clientProgram.ts');
  const sized: Sized[] = [];
  try {
    for (const events of sizes.filter((size) => size <= amount.largestStore)) {
      sized.push(await open(bench, events));
    }
    for (const { root } of sized) {
      const { userFolder } = places;
      await clients.ask({ ask: 'hold', count: 1, root, userFolder } satisfies ClientQuestion);
    }
    const slice = (root: string, each: number) =>
      clients.ask<Slice>({ ask: 'turns', root, clients: 1, each } satisfies ClientQuestion);
    for (const { root } of sized) await slice(root, times(bench, turns));
    const measured = await rounds(
      { count: amount.rounds, folder: places.folder, bytes: 1000, appends: times(bench, 200), say },
      async (round) => {
        const slices: Slice[] = [];
        // Each round begins with another one, so that none has the same moment always.
        for (let step = 0; step < sized.length; step += 1) {
          const index = (round + step) % sized.length;
          slices[index] = await slice(sized[index]!.root, times(bench, turns));
        }
        return slices;
      },
    );
    return report(
      sized,
      measured.length,
      counted(measured).map(({ values }) => values),
    );
  } finally {
    await clients.end();
    for (const { host, root } of sized) {
      await host.kill();
      places.remove(root);
    }
  }
}

async function open({ places, stores, say }: Bench, events: number): Promise<Sized> {
  say(`  a register of ${events.toLocaleString('en')} events`);
  const root = places.root(`growth-${events}`, await stores.of(events));
  const nodeOptions = events > 100_000 ? ['--max-old-space-size=8000'] : [];
  const host = await BenchHost.start({ ...places.of(root), nodeOptions });
  return { events, root, host, rss: (await host.use()).rss };
}

function report(sized: readonly Sized[], all: number, good: readonly (readonly Slice[])[]): Measured {
  const nameOf = ({ events }: Sized) => `${events.toLocaleString('en')} events`;
  const at = (index: number, of: (slice: Slice) => number) =>
    spread(good.map((slices) => of(slices[index]!)));
  const last = sized.length - 1;
  return {
    id: 'growth',
    title: 'Growth of the register',
    how: 'The same command by one client in registers that hold lives of leases as a real host stored them, spread over 30 days; all hosts are open at once and each round has a slice of each.',
    rounds: good.length,
    slowRounds: all - good.length,
    figures: sized.flatMap((one, index): Figure[] => [
      { name: `${nameOf(one)}, p50`, unit: 'ms', value: at(index, ({ p50 }) => p50) },
      { name: `${nameOf(one)}, p99`, unit: 'ms', value: at(index, ({ p99 }) => p99) },
      { name: `${nameOf(one)}, opening`, unit: 'ms', value: spread([one.host.openingMs]) },
      { name: `${nameOf(one)}, memory once open`, unit: 'MiB', value: spread([one.rss / mebibyte]) },
    ]),
    goals: [
      {
        name: `p50 at ${nameOf(sized[last]!)} to p50 at 1,000`,
        ...{ unit: 'x', must: '<=', bound: 1.2 },
        value: spread(good.map((slices) => slices[last]!.p50 / slices[0]!.p50)),
      },
    ],
    notes: sized[last]!.events < 1_000_000 ? ['1,000,000 events: not measured in this run.'] : [],
  };
}

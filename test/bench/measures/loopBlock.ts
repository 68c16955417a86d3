import { BenchHost, type HostUse } from '../kit/benchHost.ts';
import { Child } from '../kit/child.ts';
import type { ClientQuestion } from '../kit/clientProgram.ts';
import { counted, rounds } from '../kit/rounds.ts';
import { type Slice, spread } from '../kit/statistics.ts';
import { connectTo } from '../kit/workers.ts';
import type { Measured } from '../report/result.ts';
import { type Bench, times } from './bench.ts';

const events = 100_000;

interface Built {
  readonly buildMs: number;
  readonly use: HostUse;
  readonly turns: Slice;
}

/** How long the host's loop stands still while a snapshot is built beside a client at work. */
export async function loopBlock(bench: Bench): Promise<Measured> {
  const { places, stores, amount, say } = bench;
  const root = places.root('block', await stores.of(events));
  const place = { root, userFolder: places.userFolder };
  const host = await BenchHost.start(places.of(root));
  const clients = new Child('test/bench/kit/clientProgram.ts');
  const person = await connectTo(place, 'operator');
  try {
    await clients.ask({ ask: 'hold', count: 1, ...place } satisfies ClientQuestion);
    const slice = (each: number) =>
      clients.ask<Slice>({ ask: 'turns', root, clients: 1, each } satisfies ClientQuestion);
    await slice(times(bench, 300));
    const build = async (): Promise<Built> => {
      await host.use('reset');
      const begin = performance.now();
      const progress = { isBuilt: false };
      const built = person.request('store.compact', {}).finally(() => (progress.isBuilt = true));
      const slices: Slice[] = [];
      do slices.push(await slice(20));
      while (!progress.isBuilt);
      await built;
      const buildMs = performance.now() - begin;
      return { buildMs, use: await host.use(), turns: slices[Math.floor(slices.length / 2)]! };
    };
    await build();
    const options = { count: amount.rounds, folder: places.folder, bytes: 1000, appends: 100, say };
    const measured = await rounds(options, build);
    return report(
      measured.length,
      counted(measured).map(({ values }) => values),
    );
  } finally {
    person.dispose();
    await clients.end();
    await host.kill();
  }
}

const report = (all: number, good: readonly Built[]): Measured => ({
  id: 'block',
  title: 'The longest block of the host’s loop while a snapshot is built',
  how: `A beat of 1 ms in the host over ${events.toLocaleString('en')} events, while the snapshot is built and one client reports turns. The second figure leaves out the time in which the machine gave the thread no core.`,
  rounds: good.length,
  slowRounds: all - good.length,
  figures: [
    { name: 'longest block', unit: 'ms', value: spread(good.map(({ use }) => use.blockMs)) },
    { name: 'longest block of its own', unit: 'ms', value: spread(good.map(({ use }) => use.ownBlockMs)) },
    { name: 'building the snapshot', unit: 'ms', value: spread(good.map(({ buildMs }) => buildMs)) },
    { name: 'the client’s p50 meanwhile', unit: 'ms', value: spread(good.map(({ turns }) => turns.p50)) },
  ],
  goals: [
    {
      ...{ name: 'longest block', unit: 'ms', must: '<=', bound: 25 },
      value: spread(good.map(({ use }) => use.blockMs)),
    },
  ],
  notes: [],
});

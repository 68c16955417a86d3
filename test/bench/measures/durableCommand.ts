import { BenchHost } from '../kit/benchHost.ts';
import { Child } from '../kit/child.ts';
import type { ClientQuestion } from '../kit/clientProgram.ts';
import { journalBytes } from '../kit/journalBytes.ts';
import { counted, rounds } from '../kit/rounds.ts';
import { type Slice, spread } from '../kit/statistics.ts';
import type { Measured } from '../report/result.ts';
import { type Bench, times } from './bench.ts';

const clientCounts = [1, 16, 64] as const;
const turns = 1200;

/** Durable, acknowledged commands over the socket, beside one append and sync of the same bytes. */
export async function durableCommand(bench: Bench): Promise<Measured> {
  const { places, amount, say } = bench;
  const root = places.root('durable');
  const place = { root, userFolder: places.userFolder };
  const host = await BenchHost.start(places.of(root));
  const clients = new Child('test/bench/kit/clientProgram.ts');
  const ask = (question: ClientQuestion) => clients.ask<Slice>(question);
  try {
    await ask({ ask: 'hold', count: 64, ...place });
    const slice = (count: number, all: number) =>
      ask({ ask: 'turns', root, clients: count, each: Math.ceil(all / count) });
    await slice(1, times(bench, 600));
    const before = journalBytes(root);
    const sampled = 50;
    await slice(1, sampled);
    const bytes = Math.round((journalBytes(root) - before) / sampled);
    const measured = await rounds(
      { count: amount.rounds, folder: places.folder, bytes, appends: times(bench, turns / 2), say },
      async () => {
        const slices: Slice[] = [];
        for (const count of clientCounts)
          slices.push(await slice(count, times(bench, turns * (count > 1 ? 3 : 1))));
        return slices;
      },
    );
    return report(bytes, measured.length, counted(measured));
  } finally {
    await clients.end();
    await host.kill();
  }
}

function report(
  bytes: number,
  all: number,
  good: readonly { readonly limit: Slice; readonly values: readonly Slice[] }[],
): Measured {
  const over = (of: (round: (typeof good)[number]) => number) => spread(good.map(of));
  const at = (index: number, round: (typeof good)[number]): Slice => round.values[index]!;
  return {
    id: 'durable',
    title: 'A durable, acknowledged command over the socket',
    how: `The end of a turn (\`lease.turn\` with a request id), each by its own worker over its own connection; the limit is one append and \`fdatasync\` of the same ${bytes} bytes, before and after each round.`,
    rounds: good.length,
    slowRounds: all - good.length,
    figures: [
      { name: 'one append and sync', unit: '/s', value: over(({ limit }) => limit.rate) },
      { name: 'one append and sync, p50', unit: 'ms', value: over(({ limit }) => limit.p50) },
      { name: 'one append and sync, p99', unit: 'ms', value: over(({ limit }) => limit.p99) },
      ...clientCounts.flatMap((count, index) => {
        const name = count === 1 ? '1 client' : `${count} clients`;
        return [
          { name, unit: '/s' as const, value: over((round) => at(index, round).rate) },
          { name: `${name}, p50`, unit: 'ms' as const, value: over((round) => at(index, round).p50) },
          { name: `${name}, p99`, unit: 'ms' as const, value: over((round) => at(index, round).p99) },
        ];
      }),
    ],
    goals: [
      {
        ...{ name: '1 client: rate to that of the limit', unit: 'x', must: '>=', bound: 0.5 },
        value: over((round) => at(0, round).rate / round.limit.rate),
      },
      {
        ...{ name: '1 client: p50 to that of the limit', unit: 'x', must: '<=', bound: 2 },
        value: over((round) => at(0, round).p50 / round.limit.p50),
      },
      {
        ...{ name: '1 client: p99 to that of the limit', unit: 'x', must: '<=', bound: 4 },
        value: over((round) => at(0, round).p99 / round.limit.p99),
      },
      {
        ...{ name: '64 clients to 1 client', unit: 'x', must: '>=', bound: 8 },
        value: over((round) => at(2, round).rate / at(0, round).rate),
      },
    ],
    notes: [],
  };
}

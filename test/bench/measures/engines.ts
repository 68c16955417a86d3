import { join } from 'node:path';
import { type EngineName, engineNames, type EngineQuestion } from '../engines/engineProgram.ts';
import { installPackages } from '../engines/installPackages.ts';
import { BenchHost } from '../kit/benchHost.ts';
import { Child } from '../kit/child.ts';
import type { ClientQuestion } from '../kit/clientProgram.ts';
import { counted, rounds } from '../kit/rounds.ts';
import { type Slice, spread } from '../kit/statistics.ts';
import type { Figure, Goal, Measured } from '../report/result.ts';
import { type Bench, times } from './bench.ts';

const workerCounts = [1, 16] as const;
const lives = { 1: 60, 16: 25 } as const;
const history = 10_000;

interface Contender {
  readonly name: string;
  readonly settings: string;
  run(workers: number, each: number): Promise<Slice>;
  end(): Promise<void>;
}

/** Whole lives of leases, each step durable, beside queues on embedded SQLite in the process that works. */
export async function engines(bench: Bench): Promise<Measured> {
  const { places, amount, say } = bench;
  const contenders: Contender[] = [];
  const notes: string[] = [];
  try {
    contenders.push(await signalbox(bench));
    const missing = installPackages(join(places.kept, 'engines'), say);
    for (const name of engineNames) {
      const why = name === 'sql.js' ? null : missing[name];
      if (why === null) contenders.push(await engine(bench, name));
      else notes.push(`${name}: not measured, it could not be installed (${why}).`);
    }
    const measured = await rounds(
      { count: amount.rounds, folder: places.folder, bytes: 1000, appends: times(bench, 200), say },
      async () => {
        const slices: Slice[][] = [];
        for (const count of workerCounts) {
          const row: Slice[] = [];
          for (const contender of contenders)
            row.push(await contender.run(count, Math.max(2, Math.round(lives[count] * amount.share))));
          slices.push(row);
        }
        return slices;
      },
    );
    return report(
      contenders,
      notes,
      measured.length,
      counted(measured).map(({ values }) => values),
    );
  } finally {
    for (const contender of contenders) await contender.end();
  }
}

async function signalbox({ places, stores }: Bench): Promise<Contender> {
  const root = places.root('lives', await stores.of(history));
  const host = await BenchHost.start(places.of(root));
  const clients = new Child('test/bench/kit/clientProgram.ts');
  return {
    name: 'Signalbox',
    settings: 'over the socket',
    run: (workers, each) =>
      clients.ask({
        ...{ ask: 'lives', clients: workers, each, root, userFolder: places.userFolder },
      } satisfies ClientQuestion),
    end: async () => {
      await clients.end();
      await host.kill();
    },
  };
}

async function engine({ places }: Bench, name: EngineName): Promise<Contender> {
  const program = new Child('test/bench/engines/engineProgram.ts');
  const settings = await program.ask<string>({
    ...{ ask: 'open', engine: name, history },
    packages: join(places.kept, 'engines'),
    folder: join(places.folder, `engine-${name}`),
  } satisfies EngineQuestion);
  return {
    name,
    settings: `in the process, ${settings}`,
    run: (workers, each) => program.ask({ ask: 'lives', workers, each } satisfies EngineQuestion),
    end: () => program.end(),
  };
}

function report(
  contenders: readonly Contender[],
  notes: readonly string[],
  all: number,
  good: readonly (readonly (readonly Slice[])[])[],
): Measured {
  const rate = (at: number, who: number) => good.map((slices) => slices[at]![who]!.rate);
  const workersOf = (count: number) => (count === 1 ? '1 worker' : `${count} workers`);
  const figures = workerCounts.flatMap((count, at) =>
    contenders.map(({ name }, who): Figure => ({
      name: `${name}, ${workersOf(count)}`,
      unit: '/s',
      value: spread(rate(at, who)),
    })),
  );
  const goals = workerCounts.flatMap((count, at) =>
    contenders.flatMap(({ name }, who): Goal[] => {
      if (name !== 'sql.js' && name !== 'node-sqlite3-wasm') return [];
      const own = rate(at, 0);
      const ratio = spread(rate(at, who).map((other, round) => own[round]! / other));
      return [
        { name: `${workersOf(count)}: Signalbox to ${name}`, unit: 'x', value: ratio, must: '>=', bound: 1 },
      ];
    }),
  );
  return {
    id: 'engines',
    title: 'Whole lives of leases a second',
    how: `Next, two turns, complete with a checkpoint: four steps, each fenced, with its event and request id, durable before it is answered; ${history.toLocaleString('en')} events are there before. Steps that come together share a commit. ${contenders.map(({ name, settings }) => `${name}: ${settings}`).join('; ')}. better-sqlite3 is the bound without a socket.`,
    rounds: good.length,
    slowRounds: all - good.length,
    figures,
    goals,
    notes,
  };
}

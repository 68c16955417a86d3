/** One engine with the queue on it, in a process of its own. */
import { mkdirSync } from 'node:fs';
import { answerParent } from '../kit/child.ts';
import { repoNames } from '../kit/places.ts';
import { type Slice, slice } from '../kit/statistics.ts';
import { openBetterSqlite3 } from './betterSqlite3.ts';
import { openNodeSqlite3Wasm } from './nodeSqlite3Wasm.ts';
import type { EnginePlace, SqlDriver } from './sqlDriver.ts';
import { openSqlJs } from './sqlJs.ts';
import { SqlQueue } from './sqlQueue.ts';

export const engineNames = ['better-sqlite3', 'node-sqlite3-wasm', 'sql.js'] as const;
export type EngineName = (typeof engineNames)[number];

export type EngineQuestion =
  | ({ readonly ask: 'open'; readonly engine: EngineName; readonly history: number } & EnginePlace)
  | { readonly ask: 'lives'; readonly workers: number; readonly each: number };

let queue: SqlQueue | null = null;

const drivers: Readonly<Record<EngineName, (place: EnginePlace) => SqlDriver | Promise<SqlDriver>>> = {
  'better-sqlite3': openBetterSqlite3,
  'node-sqlite3-wasm': openNodeSqlite3Wasm,
  'sql.js': openSqlJs,
};

async function open(question: Extract<EngineQuestion, { ask: 'open' }>): Promise<string> {
  mkdirSync(question.folder, { recursive: true });
  const driver = await drivers[question.engine](question);
  queue = new SqlQueue(driver, question.history);
  return driver.settings;
}

async function lives(workers: number, each: number): Promise<Slice> {
  const own = queue;
  if (own === null) throw new Error('the engine is not open');
  const names = repoNames.slice(0, workers);
  for (const name of names) own.add(name, each);
  const latencies: number[] = [];
  const begin = performance.now();
  await Promise.all(
    names.map(async (name) => {
      for (let done = 0; done < each; done += 1) {
        const from = performance.now();
        await own.life(name);
        latencies.push(performance.now() - from);
      }
    }),
  );
  return slice(latencies, (performance.now() - begin) / 1000);
}

answerParent((question: EngineQuestion) =>
  question.ask === 'open' ? open(question) : lives(question.workers, question.each),
);

/**
 * A writer that lives many lives in one process, each asked for by a line of JSON on its input, `{ root, name, events,
 * stopAt }`: it takes the store over, appends, has snapshots built and older files deleted, and prints each position as
 * soon as it is acknowledged. All is done in one thread, so that every file call is a step at which it can stop itself.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import initSqlJs from 'sql.js';
import { nodeFiles } from '../../../src/store/sqlite/nodeFiles.ts';
import { openStore } from '../../../src/store/sqlite/openStore.ts';
import type { SqliteRegister } from '../../../src/store/sqlite/sqliteRegister.ts';
import { StoreWorker } from '../../../src/store/sqlite/thread/storeWorker.ts';
import { threadHere } from '../../../src/store/sqlite/thread/threadHere.ts';
import { recordingFiles } from '../../kit/recordingFiles.ts';
import { markedEvent } from '../../kit/ruleWriter.ts';

export interface LifeAsked {
  readonly root: string;
  readonly name: string;
  readonly events: number;
  /** The file call before which it stops itself; 0: none. */
  readonly stopAt: number;
}

const print = (line: string) => writeSync(1, `${line}\n`);

async function appendAll(register: SqliteRegister, { name, events }: LifeAsked, last: number): Promise<void> {
  for (let made = 0; made < events; made += 2) {
    const turn = [1, 2].map((inTurn) => {
      const position = last + made + inTurn;
      const mark = `${name}-${position}`;
      return register
        .append(position - 1, [markedEvent(position, mark)])
        .then(() => print(`acknowledged ${position} ${mark}`));
    });
    await Promise.all(turn);
    if (made % 4 === 2) await register.compact();
  }
}

async function live(sql: Awaited<ReturnType<typeof initSqlJs>>, life: LifeAsked): Promise<void> {
  let calls = 0;
  const files = recordingFiles(nodeFiles, (call) => {
    calls += 1;
    if (calls !== life.stopAt) return;
    print(`stopping before ${call}`);
    process.kill(process.pid, 'SIGSTOP');
  });
  const snapshotWorker = threadHere(() => new StoreWorker(files, sql));
  const store = await openStore(life.root, { snapshotWorker, files });
  const register = await store.becomeWriter({ endpoint: 'none', token: 'none' }, true);
  let last = 0;
  for await (const batch of register.replay()) last += batch.length;
  await appendAll(register, life, last);
  await register.close();
  print(`done after ${calls} calls`);
}

async function run(): Promise<void> {
  const sql = await initSqlJs();
  for await (const line of createInterface({ input: process.stdin })) {
    await live(sql, JSON.parse(line) as LifeAsked).catch((error: unknown) => {
      const kind = error instanceof Error && 'kind' in error ? String(error.kind) : String(error);
      print(`done by ${kind}`);
    });
  }
}

void run();

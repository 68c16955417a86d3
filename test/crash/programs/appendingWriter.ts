/**
 * A writer in a process of its own: appends until it is killed or has made `total` events, and prints each position as
 * soon as it is acknowledged. Arguments: root, script of the second thread, total, file call at which it stops itself.
 */
import { writeSync } from 'node:fs';
import { nodeFiles } from '../../../src/store/sqlite/nodeFiles.ts';
import { openStore } from '../../../src/store/sqlite/openStore.ts';
import type { SqliteRegister } from '../../../src/store/sqlite/sqliteRegister.ts';
import { recordingFiles } from '../../kit/recordingFiles.ts';
import { markedEvent } from '../../kit/ruleWriter.ts';

const [root = '', snapshotWorker = '', total = '0', stopAt = '0'] = process.argv.slice(2);
const print = (line: string) => writeSync(1, `${line}\n`);

function pausingFiles() {
  let calls = 0;
  const files = recordingFiles(nodeFiles, (call) => {
    calls += 1;
    if (calls !== Number(stopAt)) return;
    print(`stopping before ${call}`);
    process.kill(process.pid, 'SIGSTOP');
  });
  return { files, count: () => calls };
}

async function appendAll(register: SqliteRegister, last: number): Promise<void> {
  const acknowledge = (position: number, mark: string) => print(`acknowledged ${position} ${mark}`);
  for (let position = last; position < Number(total);) {
    const turn: Promise<unknown>[] = [];
    for (let inTurn = 0; inTurn < 3 && position < Number(total); inTurn += 1) {
      const next = position + 1;
      const mark = `${process.pid}-${next}`;
      turn.push(register.append(position, [markedEvent(next, mark)]).then(() => acknowledge(next, mark)));
      position = next;
    }
    await Promise.all(turn);
  }
}

async function run(): Promise<void> {
  const { files, count } = pausingFiles();
  const limits = { journalEvents: 25 };
  const store = await openStore(root, { snapshotWorker, files, limits });
  const register = await store.becomeWriter({ endpoint: 'none', token: 'none' }, true);
  let last = 0;
  for await (const batch of register.replay()) last += batch.length;
  print(`opened ${register.term} ${last}`);
  await appendAll(register, last);
  await register.close();
  print(`calls ${count()}`);
}

run().catch((error: unknown) => {
  const kind = error instanceof Error && 'kind' in error ? String(error.kind) : String(error);
  print(`ended ${kind}`);
});

/**
 * The reference hub by hand: `npx tsx test/hub/main.ts [--port 8787] [--file hub.json]`. The file holds
 * {"snapshot", "receipts"} and is read at the start and written after each change; without it a task is made up. The token
 * is in SIGNALBOX_HUB_TOKEN; empty or not set: none is asked for. Behaviours are typed into it, one a line.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Snapshot } from '../../src/core/model/snapshot.ts';
import { behaviours } from './behaviour.ts';
import type { HubReceipt } from './receiptBook.ts';
import { ReferenceHub } from './referenceHub.ts';

interface Stored {
  readonly snapshot: Partial<Snapshot>;
  readonly receipts: readonly HubReceipt[];
}

const first: Stored = {
  snapshot: { tasks: [{ id: '1', status: 'todo', title: 'Fix the parser' }] },
  receipts: [],
};
const { values } = parseArgs({
  options: { port: { type: 'string', default: '8787' }, file: { type: 'string' } },
});
const { file } = values;
const stored =
  file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : first;
const token = process.env['SIGNALBOX_HUB_TOKEN'] ?? '';

const hub = new ReferenceHub(stored.snapshot, {
  ...(token === '' ? {} : { token }),
  port: Number(values.port),
  receipts: stored.receipts,
  onChange: () => {
    const receipts = hub.receipts.all();
    console.log(`${receipts.length} receipts, the last: ${JSON.stringify(receipts.at(-1))}`);
    if (file === undefined) return;
    writeFileSync(`${file}.new`, `${JSON.stringify({ snapshot: hub.snapshot, receipts }, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  },
});
await hub.start();
console.log(`A hub at ${hub.url}, token: ${token === '' ? 'none' : 'of SIGNALBOX_HUB_TOKEN'}`);
console.log(`Type one of: ${behaviours.join(', ')}. It is good.`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const behaviour = behaviours.find((known) => known === line.trim());
  if (behaviour !== undefined) hub.behaviour = behaviour;
  console.log(behaviour === undefined ? `Not one of: ${behaviours.join(', ')}` : `It is ${behaviour}.`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void hub.stop().then(() => process.exit(0)));
}

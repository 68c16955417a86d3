/** Makes the files of a store that has so many events in its snapshot, and so many above it in its journal. */
import { mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { insertEvents } from '../../../src/store/sqlite/database/eventRows.ts';
import { Projections } from '../../../src/store/sqlite/database/projections.ts';
import { schema } from '../../../src/store/sqlite/database/schema.ts';
import { fileChecksum } from '../../../src/store/sqlite/fileChecksum.ts';
import { startJournal } from '../../../src/store/sqlite/journal.ts';
import { nodeFiles } from '../../../src/store/sqlite/nodeFiles.ts';
import { createJournal } from '../../../src/store/sqlite/ownFile.ts';
import { snapshotName } from '../../../src/store/sqlite/storeNames.ts';
import { writeNew } from '../../../src/store/sqlite/writeNew.ts';
import type { RegisterEvent } from '../../../src/core/events.ts';
import { answerParent } from '../kit/child.ts';
import type { RecordedLife } from './recordLife.ts';
import { repeatLife } from './repeatLife.ts';

export interface StoreQuestion {
  /** The folder to make, what `state/` is in a workspace. */
  readonly state: string;
  readonly recorded: RecordedLife;
  readonly inSnapshot: number;
  readonly inJournal: number;
}

const spreadMs = 30 * 24 * 3600 * 1000;
const insertedAtOnce = 20_000;

async function makeStore({ state, recorded, inSnapshot, inJournal }: StoreQuestion): Promise<null> {
  const sql = await initSqlJs();
  const database = new sql.Database();
  database.run(schema);
  const projections = new Projections(database);
  let batch: RegisterEvent[] = [];
  let position = 0;
  const above: RegisterEvent[] = [];
  const flush = () => {
    position = batch.at(-1)?.position ?? position;
    database.run('BEGIN');
    insertEvents(database, batch);
    projections.apply(batch);
    database.run('COMMIT');
    batch = [];
  };
  for (const events of repeatLife(recorded, inSnapshot + inJournal, spreadMs)) {
    for (const event of events) (event.position <= inSnapshot ? batch : above).push(event);
    if (batch.length >= insertedAtOnce) flush();
  }
  flush();
  projections.store();
  const bytes = database.export();
  database.close();
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const random = () => randomBytes(8).toString('hex');
  const name = snapshotName(1, position, random());
  writeNew(nodeFiles, join(state, name), bytes);
  const own = createJournal(nodeFiles, state, 2);
  if (own === null) throw new Error(`${state} has a store already`);
  const snapshot = { name, position, crc: fileChecksum(bytes) };
  startJournal(nodeFiles, own, { snapshot, events: above }, random()).close();
  return null;
}

answerParent(makeStore);

import type { Database } from 'sql.js';
import { row } from './eventRows.ts';
import type { State } from '../../../core/model/state.ts';
import { stateModel, type StoredState, storeState } from '../../../core/model/storedState.ts';

/** Replaces the folded state that a start begins with by this one. One row a table of the state. */
export function writeFolded(database: Database, state: State): void {
  const { model, counters, tables } = storeState(state);
  const parts = { model, counters, ...tables };
  // As bytes, which are copied whole: sql.js encodes text character by character, and a part is as long as the register.
  const statement = database.prepare(
    'INSERT OR REPLACE INTO state (part, value) VALUES (?, CAST(? AS TEXT))',
  );
  try {
    for (const [part, value] of Object.entries(parts))
      statement.run([part, Buffer.from(JSON.stringify(value))]);
  } finally {
    statement.free();
  }
}

const table = `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'state'`;

/** Each part of the stored state as JSON: together they may be longer than a text can be. */
export type FoldedParts = readonly (readonly [part: string, value: string])[];

/** Null: there is none, or it is of another model. */
export function readFolded(database: Database): FoldedParts | null {
  if (row(database, table, []).length === 0) return null;
  const parts: [string, string][] = [];
  const statement = database.prepare('SELECT part, value FROM state');
  try {
    while (statement.step()) {
      const [part, value] = statement.get();
      if (part === 'model' && Number(value) !== stateModel) return null;
      parts.push([String(part), String(value)]);
    }
  } finally {
    statement.free();
  }
  return parts.length === 0 ? null : parts;
}

export function foldedFrom(parts: FoldedParts): StoredState {
  const parsed = Object.fromEntries(parts.map(([part, value]) => [part, JSON.parse(value) as unknown]));
  const { model, counters, ...tables } = parsed as unknown as StoredState & StoredState['tables'];
  return { model, counters, tables };
}

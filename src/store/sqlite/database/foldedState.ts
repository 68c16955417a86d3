import type { Database } from 'sql.js';
import { row } from './eventRows.ts';
import type { State } from '../../../core/model/state.ts';
import { stateModel, type StoredState, storeState } from '../../../core/model/storedState.ts';

/** Replaces the folded state that a start begins with by this one. One row a table of the state. */
export function writeFolded(database: Database, state: State): void {
  const { model, counters, tables } = storeState(state);
  const parts = { model, counters, ...tables };
  const statement = database.prepare('INSERT OR REPLACE INTO state (part, value) VALUES (?, ?)');
  try {
    for (const [part, value] of Object.entries(parts)) statement.run([part, JSON.stringify(value)]);
  } finally {
    statement.free();
  }
}

const table = `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'state'`;

/** As text for `foldedFromText`; null: there is none, or it is of another model. */
export function readFolded(database: Database): string | null {
  if (row(database, table, []).length === 0) return null;
  const parts: string[] = [];
  const statement = database.prepare('SELECT part, value FROM state');
  try {
    while (statement.step()) {
      const [part, value] = statement.get();
      if (part === 'model' && Number(value) !== stateModel) return null;
      parts.push(`${JSON.stringify(part)}:${String(value)}`);
    }
  } finally {
    statement.free();
  }
  return parts.length === 0 ? null : `{${parts.join(',')}}`;
}

/** @param text made by `readFolded` */
export function foldedFromText(text: string): StoredState {
  const { model, counters, ...tables } = JSON.parse(text) as StoredState & StoredState['tables'];
  return { model, counters, tables };
}

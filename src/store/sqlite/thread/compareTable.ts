import type { Database, SqlValue, Statement } from 'sql.js';
import type { TableDifference } from './requests.ts';

/**
 * Compares a table, whose key is its first column, with what it should be, in the columns that this program knows: a newer
 * one may have added others (S1). Null: it is the same.
 */
export function compareTable(stored: Database, right: Database, table: string): TableDifference | null {
  const found: Pick<TableDifference, 'row' | 'what'>[] = [];
  const columns = columnsOf(right, table);
  const what = { table, columns };
  eachWithOther(stored, right, what, (row, other) => {
    if (other === null) {
      found.push({ row: String(row[0]), what: 'extra' });
      return;
    }
    const at = row.findIndex((value, column) => !isSame(table, value ?? null, other[column] ?? null));
    if (at >= 0) found.push({ row: String(row[0]), what: { column: columns[at] ?? '' } });
  });
  eachWithOther(right, stored, what, (row, other) => {
    if (other === null) found.push({ row: String(row[0]), what: 'missing' });
  });
  const [first] = found;
  return first === undefined ? null : { table, rows: found.length, ...first };
}

type Values = ReturnType<Statement['get']>;

/** What folds from events of which some were archived may come in another order. */
const isSame = (table: string, one: SqlValue, other: SqlValue): boolean =>
  one === other || (table === 'state' && ordered(one) === ordered(other));

function ordered(value: SqlValue): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
  const parsed = parsedOr(text);
  if (!Array.isArray(parsed)) return text;
  return JSON.stringify(parsed.map((entry) => JSON.stringify(entry)).sort());
}

/** The keys of that table are no JSON. */
function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Calls with every row of a table in the order of its key, and with the row of the same key in the other database. */
function eachWithOther(
  database: Database,
  otherDatabase: Database,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  see: (row: Values, other: Values | null) => void,
): void {
  const [key = ''] = columns;
  const all = `SELECT ${columns.join(', ')} FROM ${table}`;
  const rows = database.prepare(`${all} ORDER BY ${key}`);
  const others = otherDatabase.prepare(`${all} WHERE ${key} = ?`);
  try {
    while (rows.step()) {
      const row = rows.get();
      others.bind([row[0] ?? null]);
      see(row, others.step() ? others.get() : null);
      others.reset();
    }
  } finally {
    rows.free();
    others.free();
  }
}

export function columnsOf(database: Database, table: string): string[] {
  const statement = database.prepare(`SELECT * FROM ${table} LIMIT 0`);
  try {
    return statement.getColumnNames();
  } finally {
    statement.free();
  }
}

import type { Database, Statement } from 'sql.js';
import type { Row } from './projectionRows.ts';

/** Writes rows of one table, each statement prepared once. */
export class RowWriter {
  private readonly database: Database;
  private readonly table: string;
  private readonly key: string;
  private columns: readonly string[] = [];
  private insert: Statement | null = null;
  private removal: Statement | null = null;

  constructor(database: Database, table: string, key = 'id') {
    this.database = database;
    this.table = table;
    this.key = key;
  }

  /** All rows of a table have the same columns. */
  put(row: Row): void {
    if (this.insert === null) {
      this.columns = Object.keys(row);
      const marks = this.columns.map(() => '?').join(', ');
      const sql = `INSERT OR REPLACE INTO ${this.table} (${this.columns.join(', ')}) VALUES (${marks})`;
      this.insert = this.database.prepare(sql);
    }
    this.insert.run(this.columns.map((column) => row[column] ?? null));
  }

  remove(key: string): void {
    this.removal ??= this.database.prepare(`DELETE FROM ${this.table} WHERE ${this.key} = ?`);
    this.removal.run([key]);
  }

  done(): void {
    this.insert?.free();
    this.removal?.free();
    this.insert = null;
    this.removal = null;
  }
}

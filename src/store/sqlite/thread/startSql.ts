import { readFileSync } from 'node:fs';
import initSqlJs, { type SqlJsStatic } from 'sql.js';

/** SQLite as machine code. Whoever keeps it spares the next thread the compiling, which takes longer than most of its work. */
export type CompiledSql = WebAssembly.Module;

export interface StartedSql {
  readonly sql: SqlJsStatic;
  readonly compiled: CompiledSql;
}

/**
 * @param file sql.js's wasm
 * @param known what an earlier thread of this process compiled; null: there was none
 */
export async function startSql(file: string, known: CompiledSql | null): Promise<StartedSql> {
  const compiled = known ?? (await WebAssembly.compile(readFileSync(file)));
  const sql = await initSqlJs({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance);
      return instance.exports;
    },
  });
  return { sql, compiled };
}

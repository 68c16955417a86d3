/** What the methods of the store answer, whether a coordinator serves it or nobody does. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { ProtocolError } from '../protocol/errors.ts';
import type { Result } from '../protocol/methods.ts';
import type { StoredView } from '../protocol/views.ts';
import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import type {
  CheckedDatabase,
  TableDifference,
  VerifiedDatabase,
  Watch,
} from '../store/sqlite/thread/requests.ts';

/** @throws ProtocolError when there is no such file */
export function backupFile(given: string): string {
  const next = 'Name a backup; the usual ones are in .signalbox/state/backups.';
  if (!path.isAbsolute(given))
    throw new ProtocolError('invalid_params', `path: ${given} is not absolute`, next);
  const stats = statSync(given, { throwIfNoEntry: false });
  if (stats === undefined) throw new ProtocolError('not_found', `there is no file ${given}`, next);
  if (!stats.isFile()) throw new ProtocolError('invalid_params', `${given} is no file`, next);
  return given;
}

export const storedView = ({ last, lastAt }: CheckedDatabase): StoredView => ({
  events: last,
  last_at: lastAt,
});

export function verifiedAnswer(
  { events, differing }: VerifiedDatabase,
  position: number,
): Result<'store.verify'> {
  return { ok: differing.length === 0, events, problems: differing.map(problemText), position };
}

function problemText({ table, row, rows, what }: TableDifference): string {
  const more = rows === 1 ? '' : ` (and ${String(rows - 1)} more)`;
  const other =
    what === 'missing'
      ? 'is missing'
      : what === 'extra'
        ? 'follows from no event'
        : `has another ${what.column} than a replay of the events gives`;
  return `table ${table}: row ${row} ${other}${more}`;
}

export async function backUp(
  register: SqliteRegister,
  folder: string | undefined,
  watch: Watch,
): Promise<Result<'store.backup'>> {
  const { path: made, bytes, last } = await register.backup(folder, watch);
  return { path: made, bytes, position: last };
}

export async function compact(register: SqliteRegister, watch: Watch): Promise<Result<'store.compact'>> {
  const bytes_before = storedBytes(register);
  const removed = await register.compactAnew(watch);
  return { bytes_before, bytes_after: storedBytes(register), removed, position: register.facts().position };
}

/** Of the snapshot and the journal above it. */
function storedBytes(register: SqliteRegister): number {
  const { journalBytes, snapshotBytes } = register.facts();
  return journalBytes + (snapshotBytes ?? 0);
}

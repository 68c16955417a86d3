import { statSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure, misused } from '../commandFailure.ts';

/** The absolute path of a file that a person names. @throws CommandFailure when it is none */
export function backupFile(folder: string, given: string): string {
  const file = path.resolve(folder, given);
  const next = 'Name a backup; the usual ones are in .signalbox/state/backups.';
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new CommandFailure(exitCodes.notFound, `there is no file ${file}`, next);
  if (!stats.isFile()) throw misused(`${file} is no file`, next);
  return file;
}

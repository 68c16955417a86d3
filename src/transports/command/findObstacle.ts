import { statSync } from 'node:fs';
import path from 'node:path';
import which from 'which';

export interface Command {
  readonly program: string;
  /** Where it is to run. */
  readonly folder: string;
  /** Folders of programs, as the system lists them. */
  readonly searchPath: string;
}

/** Why a command can't be started, with what to do; null: nothing is in its way. */
export async function findObstacle({ program, folder, searchPath }: Command): Promise<string | null> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return `the repo's folder ${folder} is not there: make it, or correct repos in .signalbox/config.json`;
  }
  const isPath = /[\\/]/.test(program);
  const wanted = isPath ? path.resolve(folder, program) : program;
  if ((await which(wanted, { path: searchPath, nothrow: true })) !== null) return null;
  const place = isPath ? `no program ${wanted}` : `no program ${program} on the PATH`;
  return `there is ${place}: install it, or correct the worker's command in .signalbox/config.json`;
}

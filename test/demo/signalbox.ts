import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const packageRoot = path.resolve(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';

/** The built command line, as a user calls it. */
export const program = path.join(packageRoot, 'bin', isWindows ? 'signalbox.cmd' : 'signalbox');

export const isBuilt = (): boolean => existsSync(path.join(packageRoot, 'dist', 'cli.cjs'));

export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A call that did not end with 0. */
export class CallFailed extends Error {
  readonly exitCode: number;

  constructor(args: readonly string[], exitCode: number, output: string) {
    super(`signalbox ${args.join(' ')} ended with ${exitCode}: ${output.trim()}`);
    this.exitCode = exitCode;
  }
}

/** What a call of the command line prints. @throws CallFailed */
export function signalbox(place: Place, ...args: string[]): Promise<string> {
  return new Promise((settle, fail) => {
    const options = { ...place, timeout: 10_000, maxBuffer: 16_777_216, shell: isWindows };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) settle(stdout);
      else fail(new CallFailed(args, typeof error.code === 'number' ? error.code : 1, stderr));
    });
  });
}

export const signalboxJson = async <T>(place: Place, ...args: string[]): Promise<T> =>
  JSON.parse(await signalbox(place, ...args, '--json')) as T;

import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { deferred } from '../../base/deferred.ts';
import { withDescendants } from './descendants.ts';

/** How a command ended, as a shell would say it: its code, or 128 and the number of the signal that ended it. */
export interface CommandEnd {
  readonly exitCode: number;
  /** For people: `exit code 3`, `ended by SIGKILL`. */
  readonly how: string;
}

/** After it, what has not ended by itself is killed. */
export const KILL_AFTER_MS = 5_000;

export const signalExitCode = (signal: NodeJS.Signals): number => 128 + os.constants.signals[signal];

/** A command with this terminal's input and output. It is ended together with all that it has started. */
export class RunningCommand {
  /** Rejects when it could not be started. */
  readonly ended: Promise<CommandEnd>;
  private readonly child: ChildProcess;
  private killTimer: NodeJS.Timeout | null = null;

  constructor(
    command: readonly string[],
    options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ) {
    const [program = '', ...args] = command;
    this.child = spawn(program, args, { ...options, stdio: 'inherit' });
    const end = deferred<CommandEnd>();
    this.child.once('error', (error) => end.reject(error));
    this.child.once('exit', (code, signal) => {
      end.resolve(
        signal === null
          ? { exitCode: code ?? 0, how: `exit code ${code ?? 0}` }
          : { exitCode: signalExitCode(signal), how: `ended by ${signal}` },
      );
    });
    this.ended = end.promise;
  }

  /** Asks it to end, and makes it after 5 s. A second call changes nothing. */
  end(): void {
    if (this.killTimer !== null || this.child.pid === undefined) return;
    const pids = withDescendants(this.child.pid);
    for (const pid of pids) signalProcess(pid, 'SIGTERM');
    this.killTimer = setTimeout(() => {
      for (const pid of pids) signalProcess(pid, 'SIGKILL');
    }, KILL_AFTER_MS);
  }

  /** Once it has ended: nothing of it is left to wait for. */
  dispose(): void {
    if (this.killTimer !== null) clearTimeout(this.killTimer);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { linuxProcessTable } from '../../ipc/processTable.ts';
import { deferred } from '../../base/deferred.ts';
import { withDescendants } from './descendants.ts';

/** How a command ended, as a shell would say it: its code, or 128 and the number of the signal that ended it. */
export interface CommandEnd {
  readonly exitCode: number;
  /** For people: `exit code 3`, `ended by SIGKILL`. */
  readonly how: string;
  /** That ended it, or that it says so by its code, as shells do; null: it ended by itself. */
  readonly signal: NodeJS.Signals | null;
}

/** After it, what has not ended by itself is killed. */
export const KILL_AFTER_MS = 5_000;

/** How often it is looked whether what was asked to end has. */
const LOOK_EVERY_MS = 50;

export const signalExitCode = (signal: NodeJS.Signals): number => 128 + os.constants.signals[signal];

/** A command with this terminal's input and output. It is ended together with all that it has started. */
export class RunningCommand {
  /** Rejects when it could not be started. */
  readonly ended: Promise<CommandEnd>;
  private readonly child: ChildProcess;
  private asked: { readonly pids: readonly number[]; readonly killAt: number } | null = null;
  private killTimer: NodeJS.Timeout | null = null;

  constructor(
    command: readonly string[],
    options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ) {
    const [program = '', ...args] = command;
    this.child = spawn(program, args, { ...options, stdio: 'inherit' });
    const end = deferred<CommandEnd>();
    this.child.once('error', (error) => end.reject(error));
    this.child.once('exit', (code, signal) => end.resolve(endOf(code, signal)));
    this.ended = end.promise;
  }

  /** Passes a signal on to the command alone. */
  signal(signal: NodeJS.Signals): void {
    if (this.child.pid !== undefined) signalProcess(this.child.pid, signal);
  }

  /** Asks it and all that it has started to end, also what is stopped, and makes them after 5 s. A second call changes nothing. */
  end(): void {
    if (this.asked !== null || this.child.pid === undefined) return;
    const pids = withDescendants([this.child.pid]);
    this.asked = { pids, killAt: Date.now() + KILL_AFTER_MS };
    for (const pid of pids) signalProcess(pid, 'SIGTERM');
    if (process.platform !== 'win32') for (const pid of pids) signalProcess(pid, 'SIGCONT');
    this.killTimer = setTimeout(() => kill(pids), KILL_AFTER_MS);
  }

  /** Once it has ended: settles when what was asked to end has, or has been made to. */
  async dispose(): Promise<void> {
    const { asked } = this;
    if (asked === null) return;
    const { pids, killAt } = asked;
    while (pids.some(isRunning) && Date.now() < killAt) await pause(LOOK_EVERY_MS);
    if (this.killTimer !== null) clearTimeout(this.killTimer);
    kill(pids.filter(isRunning));
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** With what they have started since. */
function kill(pids: readonly number[]): void {
  for (const pid of withDescendants(pids)) signalProcess(pid, 'SIGKILL');
}

function endOf(code: number | null, signal: NodeJS.Signals | null): CommandEnd {
  if (signal !== null) return { exitCode: signalExitCode(signal), how: `ended by ${signal}`, signal };
  const exitCode = code ?? 0;
  const [told = null] =
    Object.entries(os.constants.signals).find(([, number]) => 128 + number === exitCode) ?? [];
  return { exitCode, how: `exit code ${exitCode}`, signal: told as NodeJS.Signals | null };
}

/** One that has ended and that nobody has waited for is no longer running. */
function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return linuxProcessTable.read(pid)?.isEnded === false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

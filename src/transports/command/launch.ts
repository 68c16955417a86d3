import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessRef } from '../../core/model/lease.ts';
import { CappedLog } from './cappedLog.ts';
import { isRunning, type Processes } from './isRunning.ts';
import { SentMessages, type Start } from './sentMessages.ts';

/** What a launcher is told. All of it can be seen in the process list, so it names things and holds no texts. */
export interface LaunchJob {
  readonly messageId: string;
  readonly leaseId: string;
  readonly worker: string;
  readonly term: number;
  readonly attempt: number;
  readonly sentFolder: string;
  readonly logFile: string;
  /** The repo's folder. */
  readonly folder: string;
  /** `signalbox run ... -- COMMAND`: the program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** What a launcher says to the one who sent it, once, and when what it started has ended. */
export type LaunchWord =
  | { readonly type: 'started' | 'running'; readonly pid: number }
  | { readonly type: 'failed' | 'superseded'; readonly reason: string }
  | { readonly type: 'ended' };

export interface LaunchParts {
  readonly processes: Processes;
  /** The process with this number, as `processes` knows it. */
  readonly processOf: (pid: number) => ProcessRef;
  readonly say: (word: LaunchWord) => void;
}

/**
 * Starts the worker's command for a message unless it runs already, and takes down its output and its end. Runs in a
 * process of its own, which outlives the coordinator (C9). Settles when the command and all that writes to its output
 * have ended.
 */
export async function launch(job: LaunchJob, parts: LaunchParts): Promise<void> {
  const sent = new SentMessages(job.sentFolder);
  const start = claim(job, sent, parts);
  if (start === null) return;
  const log = new CappedLog(job.logFile);
  try {
    await run(job, { ...parts, sent, start, log });
  } finally {
    log.close();
  }
}

/** The right to start; null: it runs already, or a newer send has been seen, and that has been said. */
function claim(job: LaunchJob, sent: SentMessages, { processes, processOf, say }: LaunchParts): Start | null {
  const { messageId, leaseId, worker, term, attempt } = job;
  const last = sent.newest(messageId);
  if (last !== null && isRunning(last, processes) !== false) {
    say({ type: 'running', pid: (last.run ?? last.launcher).pid });
    return null;
  }
  if (last !== null && (last.term > term || (last.term === term && last.attempt > attempt))) {
    say({ type: 'superseded', reason: `attempt ${last.attempt} of this message has been seen` });
    return null;
  }
  const number = (last?.number ?? 0) + 1;
  const launcher = processOf(process.pid);
  const start = { messageId, leaseId, worker, term, attempt, number, launcher, run: null, exit: null };
  if (sent.claim(start)) return start;
  const other = sent.newest(messageId);
  say({ type: 'running', pid: (other?.run ?? other?.launcher ?? launcher).pid });
  return null;
}

interface Running extends LaunchParts {
  readonly sent: SentMessages;
  readonly start: Start;
  readonly log: CappedLog;
}

function run(job: LaunchJob, { sent, start, log, processOf, say }: Running): Promise<void> {
  const [program, ...args] = job.command;
  const child = spawn(program, args, {
    cwd: job.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let now = start;
  const note = (more: Pick<Start, 'run'> | Pick<Start, 'exit'>): void => {
    now = { ...now, ...more };
    sent.update(now);
  };
  child.stdout.on('data', (bytes: Buffer) => log.write(bytes));
  child.stderr.on('data', (bytes: Buffer) => log.write(bytes));
  const forwarding = forwardSignals(child);
  return new Promise<void>((settle) => {
    child.once('spawn', () => {
      const own = processOf(child.pid ?? 0);
      note({ run: own });
      say({ type: 'started', pid: own.pid });
    });
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      note({ exit: { code: null, signal: null } });
      say({ type: 'failed', reason: `${program} could not be started: ${error.message}` });
      settle();
    });
    child.once('exit', (code, signal) => {
      note({ exit: { code, signal } });
      say({ type: 'ended' });
    });
    // What the command left in the background may still write.
    child.once('close', () => settle());
  }).finally(() => forwarding());
}

/** A launcher that is told to end passes it on and ends with its command. */
function forwardSignals(child: ChildProcess): () => void {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

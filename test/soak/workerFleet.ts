import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { type SoakWorker, workers } from './plan.ts';
import type { SoakWorkspace } from './workspace.ts';

const script = (name: string): string => path.join(import.meta.dirname, name);
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The workers that ask or wait for work by themselves; command workers are started by the coordinator. */
export class WorkerFleet {
  private readonly place: SoakWorkspace;
  private readonly shells = new Map<string, ChildProcess>();
  /** Workers that have been started once. */
  private readonly known = new Set<string>();
  /** How often a worker had to be started again: each time it had been killed. */
  restarts = 0;

  constructor(place: SoakWorkspace) {
    this.place = place;
  }

  /** Starts every worker that does not run. */
  keepUp(): void {
    for (const worker of workers) {
      if (worker.transport === 'poll' && !this.shells.has(worker.id)) this.start(worker);
      if (worker.transport === 'tmux' && !this.hasSession(worker.id)) this.start(worker);
    }
  }

  stop(): void {
    for (const shell of this.shells.values()) kill(shell);
    this.tmux('kill-server');
  }

  private start(worker: SoakWorker): void {
    const isFirst = !this.known.has(worker.id);
    this.known.add(worker.id);
    if (!isFirst) this.restarts += 1;
    if (worker.transport === 'tmux') this.startSession(worker);
    // One is killed in every run, however short: the first holder of a lease of its repo.
    else this.startShell(worker, isFirst && worker.id === 'p1');
  }

  /** A terminal's shell in which a worker runs: what it takes, it holds while the shell lives (C13). */
  private startShell({ id, repos: [repo] }: SoakWorker, isDoomed: boolean): void {
    const log = openSync(path.join(this.place.logs, `${id}.log`), 'a', 0o600);
    const shell = spawn('bash', [], {
      cwd: path.join(this.place.root, repo),
      env: this.place.env,
      stdio: ['pipe', log, log],
      detached: true,
    });
    closeSync(log);
    shell.stdin?.write(
      `${quoted(process.execPath)} ${quoted(script('pollWorker.mjs'))} ${id} ${repo}${isDoomed ? ' --doomed' : ''}\n`,
    );
    this.shells.set(id, shell);
    shell.once('exit', () => {
      if (this.shells.get(id) === shell) this.shells.delete(id);
    });
  }

  private hasSession(id: string): boolean {
    return this.tmux('has-session', '-t', `=${id}`);
  }

  private startSession({ id, repos: [repo] }: SoakWorker): void {
    const command = [process.execPath, script('claude.mjs'), id];
    const folder = path.join(this.place.root, repo);
    const isStarted = this.tmux(
      'new-session',
      '-d',
      '-s',
      id,
      '-x',
      '120',
      '-y',
      '20',
      '-c',
      folder,
      ...command,
    );
    if (!isStarted) throw new Error('no tmux session could be started: see that tmux is installed');
    // Fails where the worker has been killed already: then it is started again.
    this.tmux('set-option', '-p', '-t', `=${id}:`, '@signalbox_worker', id);
  }

  /** @returns whether it was done */
  private tmux(...words: string[]): boolean {
    try {
      const { env } = this.place;
      execFileSync('tmux', ['-u', '-f', '/dev/null', '-S', this.place.tmuxSocket, ...words], {
        env,
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  }
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

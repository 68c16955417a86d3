import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface StartOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where its output goes. */
  readonly log: string;
}

/** Process groups that the demo has started; none is left when it ends, however it ends. */
export class Processes {
  private readonly running = new Map<string, ChildProcess>();

  /** Starts a group of its own under a name. Answers its pid. */
  start(name: string, command: readonly [string, ...string[]], { cwd, env, log }: StartOptions): number {
    const [program, ...args] = command;
    const output = openSync(log, 'a', 0o600);
    const child = spawn(program, args, {
      ...{ cwd, env, stdio: ['ignore', output, output], detached: true, windowsHide: true },
    });
    closeSync(output);
    if (child.pid === undefined) throw new Error(`${program} could not be started`);
    this.running.set(name, child);
    child.once('exit', () => {
      if (this.running.get(name) === child) this.running.delete(name);
    });
    return child.pid;
  }

  isRunning(name: string): boolean {
    return this.running.has(name);
  }

  /** SIGKILL to the whole group; settles when its leader has ended. */
  async kill(name: string): Promise<void> {
    await this.end(name, (child) => killGroup(child));
  }

  /** SIGTERM to its leader; settles when it has ended. */
  async stop(name: string): Promise<void> {
    await this.end(name, (child) => void child.kill('SIGTERM'));
  }

  killAll(): void {
    for (const child of this.running.values()) killGroup(child);
    this.running.clear();
  }

  private async end(name: string, signal: (child: ChildProcess) => void): Promise<void> {
    const child = this.running.get(name);
    if (child === undefined) return;
    const ended = new Promise((settle) => child.once('exit', settle));
    signal(child);
    await ended;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

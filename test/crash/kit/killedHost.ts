import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const preload = path.resolve(import.meta.dirname, '../programs/killAt.cjs');

/** A real host over a real root. Ended by its own test. */
export class HostProcess {
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;
  private said = '';

  /** @param killAt where it ends itself, as killAt.cjs says; empty: nowhere */
  constructor(bundles: string, root: string, killAt = '', points = '') {
    const env = {
      ...process.env,
      HOME: path.join(path.dirname(root), 'home'),
      XDG_CONFIG_HOME: path.join(path.dirname(root), 'home'),
      // The store's second thread takes its options from here, not from the command line.
      NODE_OPTIONS: `--require=${preload}`,
      SIGNALBOX_TEST_KILL_AT: killAt,
      SIGNALBOX_TEST_POINTS: points,
    };
    const args = [path.join(bundles, 'host.cjs'), 'serve', '--root', root];
    this.child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.exited = once(this.child, 'exit');
    const listen = (chunk: Buffer) => (this.said += chunk.toString());
    this.child.stdout!.on('data', listen);
    this.child.stderr!.on('data', listen);
  }

  /** Rejects if it ended of itself in another way than by a kill. */
  async serving(withinMs: number): Promise<boolean> {
    const until = Date.now() + withinMs;
    while (!this.said.includes('Signalbox serves') && !this.hasEnded && Date.now() < until) await delay(5);
    if (this.child.exitCode !== null) throw new Error(`the host ended: ${this.said}`);
    return this.said.includes('Signalbox serves') && !this.hasEnded;
  }

  /** Waits for its own end, at most so long; then it is killed. True: it ended at its point. */
  async killed(afterMs: number): Promise<boolean> {
    await Promise.race([this.exited, delay(afterMs)]);
    const atPoint = this.hasEnded;
    if (this.child.exitCode !== null && this.child.exitCode !== 0)
      throw new Error(`the host ended: ${this.said}`);
    await this.end();
    return atPoint;
  }

  async end(): Promise<void> {
    if (!this.hasEnded) this.child.kill('SIGKILL');
    await this.exited;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

export const pointsIn = (file: string): string[] => [
  ...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean)),
];

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { eventually } from './eventually.ts';

/** A busy machine may take its time to start a process. */
const patienceMs = 30_000;

/** A child process whose lines are kept, so that a test can wait for one. Ended by its own test. */
export class Program {
  readonly lines: string[] = [];
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;
  private errors = '';

  constructor(script: string, args: readonly string[]) {
    this.child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.closed = once(this.child, 'close');
    createInterface({ input: this.child.stdout! }).on('line', (line) => this.lines.push(line));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits until it has printed a line that begins so, and gives it. */
  async line(prefix: string): Promise<string> {
    const find = () => this.lines.find((line) => line.startsWith(prefix));
    await eventually(`the line "${prefix}"`, () => find() !== undefined || this.failIfEnded(), patienceMs);
    return find() ?? '';
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until the kernel has stopped it. */
  async stopped(): Promise<void> {
    await eventually(
      'the process is stopped',
      () => {
        const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T') || this.failIfEnded();
      },
      patienceMs,
    );
  }

  private failIfEnded(): false {
    if (this.hasEnded) throw new Error(`it ended: ${this.errors}${this.lines.join('\n')}`);
    return false;
  }

  /** Resolves when it has ended and all its lines were read. */
  async end(signal?: NodeJS.Signals): Promise<{ code: number | null; errors: string }> {
    if (signal !== undefined && !this.hasEnded) this.child.kill(signal);
    await this.closed;
    return { code: this.child.exitCode, errors: this.errors };
  }
}

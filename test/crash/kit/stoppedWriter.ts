import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { eventually } from '../../kit/eventually.ts';
import type { LifeAsked } from '../programs/stoppingWriter.ts';

const patienceMs = 60_000;

/** A process that lives the lives of stoppingWriter.ts, one after another. Ended by its own test. */
export class StoppedWriter {
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;
  private lines: string[] = [];
  private errors = '';

  constructor(script: string) {
    this.child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.exited = once(this.child, 'exit');
    createInterface({ input: this.child.stdout! }).on('line', (line) => this.lines.push(line));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  begin(life: LifeAsked): void {
    this.lines = [];
    this.child.stdin!.write(`${JSON.stringify(life)}\n`);
  }

  /** Until it has stopped itself or the life is over. Gives the step before which it stands; null: it is over. */
  async stoppedOrDone(): Promise<string | null> {
    await eventually('it stops or is done', () => this.isStopped() || this.isDone(), patienceMs);
    return this.isDone() ? null : (this.lines.find((line) => line.startsWith('stopping'))?.slice(16) ?? null);
  }

  goOn(): void {
    this.child.kill('SIGCONT');
  }

  async done(): Promise<string> {
    await eventually('the life is over', () => this.isDone(), patienceMs);
    return this.lines.at(-1) ?? '';
  }

  /** Position and mark of each call that was answered. */
  acknowledged(): [number, string][] {
    const words = this.lines.map((line) => line.split(' ')).filter(([word]) => word === 'acknowledged');
    return words.map(([, position, mark]) => [Number(position), mark ?? '']);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private isDone(): boolean {
    if (this.child.exitCode !== null) throw new Error(`it ended: ${this.errors}`);
    return this.lines.some((line) => line.startsWith('done'));
  }

  private isStopped(): boolean {
    if (!this.lines.some((line) => line.startsWith('stopping'))) return false;
    const stat = readFileSync(`/proc/${this.child.pid ?? 0}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  }
}

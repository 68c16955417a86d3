import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { installed } from './installed.ts';
import { temporaryFolders } from './temporaryFolders.ts';

export interface Ended {
  /** Null: a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  /** Lines of stderr. */
  readonly err: readonly string[];
}

/** A process whose output is kept. */
export class Running {
  readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;
  out = '';
  err = '';

  constructor(child: ChildProcess) {
    this.child = child;
    this.closed = once(child, 'close');
    child.stdout!.on('data', (piece: Buffer) => (this.out += piece.toString()));
    child.stderr!.on('data', (piece: Buffer) => (this.err += piece.toString()));
  }

  /** Waits until stdout matches; gives what matched. */
  async says(what: RegExp): Promise<string> {
    const hasEnded = () => this.child.exitCode !== null || this.child.signalCode !== null;
    await eventually(String(what), () => what.test(this.out) || hasEnded(), 10_000).catch(() => undefined);
    if (hasEnded()) await this.closed;
    const [said] = what.exec(this.out) ?? [];
    if (said === undefined) throw new Error(`it did not say ${String(what)}, but: ${this.out}${this.err}`);
    return said;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async end(): Promise<Ended> {
    await this.closed;
    return {
      code: this.child.exitCode,
      out: this.out,
      err: this.err.split('\n').filter((line) => line !== ''),
    };
  }
}

const oddName = `it's "odd" $HOME 🚂`;

/** Called in a `describe`: roots with a real coordinator, terminals of persons and of workers; all ended after each test. */
export function shells() {
  const running: Running[] = [];
  afterEach(async () => {
    for (const { child } of running) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    }
    await Promise.all(running.splice(0).map((each) => each.end()));
  });
  // After that hook, so that no folder is removed under a coordinator that still writes to it.
  const folder = temporaryFolders();
  const environment = (root: string): NodeJS.ProcessEnv => ({
    HOME: path.dirname(root),
    XDG_CONFIG_HOME: path.join(path.dirname(root), 'config'),
    XDG_RUNTIME_DIR: path.dirname(root),
    PATH: `${path.join(installed(), 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  });
  const start = (
    root: string,
    program: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Running => {
    const options = { cwd: root, env: { ...environment(root), ...env } };
    const each = new Running(spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] }));
    running.push(each);
    return each;
  };

  const kit = {
    /** Any program, in a folder and an environment where `signalbox` is on the PATH. */
    start,
    /** Of every process below. */
    environment,
    /** An empty folder whose name needs quoting everywhere. */
    folder: (): string => {
      const root = path.join(folder('sb-'), oddName);
      mkdirSync(root);
      return realpathSync(root);
    },
    /** `signalbox ARGS` as a person calls it: below no worker's process. */
    signalbox: (root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running => {
      const each = start(root, 'signalbox', args, env);
      each.child.stdin!.end();
      return each;
    },
    person: (root: string, ...args: readonly string[]): Promise<Ended> => kit.signalbox(root, args).end(),
    /** A terminal's shell that was told these lines, one after another: what it takes, it holds while it lives. */
    terminal: (root: string, lines: string, env: NodeJS.ProcessEnv = {}): Running => {
      const each = start(root, 'bash', [], env);
      each.child.stdin!.write(`${lines}\n`);
      return each;
    },
    /** The same, to its end. */
    worker: (root: string, lines: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
      const each = kit.terminal(root, lines, env);
      each.child.stdin!.end();
      return each.end();
    },
    /** A root with a coordinator that is ready. */
    served: async (): Promise<{ root: string; coordinator: Running }> => {
      const root = kit.folder();
      mkdirSync(path.join(root, '.signalbox'));
      const coordinator = kit.signalbox(root, ['serve']);
      await coordinator.says(/Signalbox serves .*\n/);
      return { root, coordinator };
    },
  };
  return kit;
}

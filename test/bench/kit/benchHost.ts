import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What `loopProbe.cjs` answers; milliseconds and bytes. */
export interface HostUse {
  readonly blockMs: number;
  readonly ownBlockMs: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly cpuMs: number;
}

export interface BenchHostPlace {
  readonly root: string;
  /** Folder with the built bundles. */
  readonly bundles: string;
  /** Takes the place of the user's configuration folder. */
  readonly userFolder: string;
  readonly nodeOptions?: readonly string[];
}

/** The real coordinator, `node host.cjs serve`, with a probe in it. */
export class BenchHost {
  private readonly process: ChildProcess;
  private readonly exited: Promise<unknown>;
  /** From the start of the process until it serves. */
  readonly openingMs: number;

  private constructor(child: ChildProcess, exited: Promise<unknown>, openingMs: number) {
    this.process = child;
    this.exited = exited;
    this.openingMs = openingMs;
  }

  /** Resolves when it serves. */
  static async start({ root, bundles, userFolder, nodeOptions = [] }: BenchHostPlace): Promise<BenchHost> {
    const begin = performance.now();
    const options = ['--require', './test/bench/kit/loopProbe.cjs', ...nodeOptions];
    const child = spawn(process.execPath, [...options, `${bundles}/host.cjs`, 'serve', '--root', root], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, XDG_CONFIG_HOME: userFolder },
    });
    const exited = once(child, 'exit');
    let said = '';
    child.stderr!.on('data', (piece: Buffer) => (said += piece.toString()));
    const serves = once(createInterface({ input: child.stdout! }), 'line');
    const failed = exited.then(() => {
      throw new Error(`the host ended before it served: ${said}`);
    });
    failed.catch(() => undefined);
    await Promise.race([serves, failed]);
    return new BenchHost(child, exited, performance.now() - begin);
  }

  /** @param question `reset` begins a new measurement of the loop after the answer */
  async use(question: 'read' | 'reset' = 'read'): Promise<HostUse> {
    const answered = once(this.process, 'message') as Promise<[HostUse]>;
    this.process.send(question);
    const [use] = await answered;
    return use;
  }

  /** Cleanly, with its last snapshot. */
  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    await this.exited;
  }

  /** At once: what is on the disk stays as it is. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}

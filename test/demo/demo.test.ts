import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const root = path.resolve(import.meta.dirname, '../..');
const demo = [process.execPath, '--import', 'tsx', 'test/demo/main.ts'] as const;

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

describe('the demo', function () {
  this.timeout(120_000);
  const folder = temporaryFolders();

  function run(command: readonly string[], temporary: string, env: NodeJS.ProcessEnv = {}): Run {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
    }
    const ended = new Promise<number | null>((settle) => child.once('close', settle));
    return { child, output: () => text, ended };
  }

  it('goes from end to end with the built command line, in less than 15 s, and leaves the store to look at', async () => {
    const temporary = folder();
    const limit = 15 * slowness();
    const startedAt = Date.now();
    const { ended, output } = run(['npm', 'run', '--silent', 'demo'], temporary);
    assert.equal(await ended, 0, output());
    const seconds = (Date.now() - startedAt) / 1000;
    assert.match(output(), /All is as it must be: \d\d things checked/);
    const [made = ''] = readdirSync(temporary).filter((name) => name.startsWith('signalbox-demo-'));
    assert.ok(existsSync(path.join(temporary, made, 'workspace', '.signalbox', 'state', 'signalbox.db')));
    assert.ok(seconds < limit, `it took ${seconds} s of ${limit}`);
  });

  it('ends with 1 and names the place when something is not as it must be', async () => {
    const { ended, output } = run(demo, folder(), { DEMO_BREAK: 'gate' });
    assert.equal(await ended, 1, output());
    assert.match(output(), /Not as it must be: .* was stopped by its gate/);
  });

  it('leaves no process behind when it is interrupted', async () => {
    const { child, ended, output } = run(demo, folder());
    await eventually('the workers have begun', () => output().includes('took '), 30_000);
    child.kill('SIGINT');
    assert.equal(await ended, 1, output());
    const pids = [...output().matchAll(/\(pid (\d+)\)/g)].map(([, pid]) => Number(pid));
    assert.equal(pids.length, 3);
    await eventually('all that it started has ended', () => pids.every((pid) => !isGroupAlive(pid)));
  });
});

/** How many times slower this machine is now than one on which Node starts in 0.1 s; 1 for all that are faster. */
function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = Date.now();
    spawnSync(process.execPath, ['-e', '0']);
    return Date.now() - startedAt;
  });
  const [, , median = 0] = times.sort((one, other) => one - other);
  return Math.max(1, median / 100);
}

function isGroupAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

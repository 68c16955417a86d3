import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { HostRun, StartRun } from '../../src/host/hostRun.ts';
import { HostSupervisor } from '../../src/host/hostSupervisor.ts';
import { isOwnWriter } from '../../src/host/isOwnWriter.ts';
import { highestWriter } from '../../src/ipc/discovery.ts';
import { nodeTimers } from '../../src/ipc/timers.ts';
import { hostThreads } from '../../src/vscode/hostThread.ts';
import { eventually } from '../kit/eventually.ts';
import { installed } from '../kit/installed.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('a real host in a thread', () => {
  const workers: HostSupervisor[] = [];
  // Stated before the folders, so that it is done before they go.
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  const temporary = temporaryFolders();
  let root: string;
  let threads: HostRun[];
  let start: StartRun;
  let log: string[];

  const configHome = process.env['XDG_CONFIG_HOME'];

  before(function () {
    this.timeout(60_000);
    installed();
  });
  after(() => {
    if (configHome === undefined) delete process.env['XDG_CONFIG_HOME'];
    else process.env['XDG_CONFIG_HOME'] = configHome;
  });

  beforeEach(() => {
    root = temporary('host-thread-');
    mkdirSync(path.join(root, '.signalbox'));
    // A thread takes the environment of its parent along.
    process.env['XDG_CONFIG_HOME'] = temporary('config-');
    const real = hostThreads(path.join(installed(), 'dist'), '0.0.0');
    threads = [];
    start = (data, listener) => {
      threads.push(real(data, listener));
      return threads.at(-1)!;
    };
    log = [];
  });

  const newWorker = (): HostSupervisor => {
    const put = (said: string | Error): void => void log.push(String(said));

    const worker = new HostSupervisor({
      root,
      startRun: start,
      isAnswered: () => false,
      isOwnWriter: () => isOwnWriter(root),
      stopWithinMs: 4_000,
      timers: nodeTimers,
      now: Date.now,
      log: { info: put, warn: put, error: put },
    });
    workers.push(worker);
    worker.start();
    return worker;
  };
  const writer = () => highestWriter(path.join(root, '.signalbox/state'));

  it('serves, and leaves no writer behind when it is stopped', async () => {
    const worker = newWorker();
    await eventually('it serves', () => worker.isServing);
    assert.equal(writer()?.pid, process.pid);
    await worker.stop();
    assert.equal(writer(), null);
  });

  it('is started again after it was killed, and takes its store back', async () => {
    const worker = newWorker();
    await eventually('it serves', () => worker.isServing);
    const term = writer()?.term ?? 0;
    threads[0]!.terminate();
    await eventually('it is gone', () => !worker.isServing);
    await eventually('it serves again', () => worker.isServing);
    assert.ok((writer()?.term ?? 0) > term);
    assert.match(log.join('\n'), /its thread was ended/);
  });

  it('waits for a host of the same process that is not stopped yet, and then takes over', async () => {
    const first = newWorker();
    await eventually('the first serves', () => first.isServing);
    const second = newWorker();
    await eventually('the second follows', () => second.problem?.kind === 'busy');
    await first.stop();
    await eventually('the second serves', () => second.isServing);
  });
});

import assert from 'node:assert/strict';
import type { HostFailure } from '../../src/host/hostFailure.ts';
import type { FromThread } from '../../src/host/thread.ts';
import type { StartThread, ThreadListener } from '../../src/vscode/hostThread.ts';
import { HostWorker } from '../../src/vscode/hostWorker.ts';
import { ManualTime } from '../kit/manualTime.ts';

const busy: HostFailure = {
  kind: 'busy',
  message: 'process 7 has this store',
  next: 'Use it, or end process 7 first.',
  pid: 7,
};
const fault: HostFailure = {
  kind: 'storage',
  message: 'the disk is full',
  next: 'See to the disk.',
  pid: null,
};

/** Threads that do what a test says, and note what is asked of them. */
class FakeThreads {
  readonly starts: boolean[] = [];
  readonly asked: string[] = [];
  private listener: ThreadListener | null = null;

  readonly start: StartThread = ({ force = false }, listener) => {
    assert.equal(this.listener, null, 'one thread at a time');
    this.starts.push(force);
    this.listener = listener;
    return {
      stop: () => void this.asked.push('stop'),
      terminate: () => void this.asked.push('terminate'),
    };
  };

  say(message: FromThread): void {
    this.listener?.onMessage(message);
  }

  exit(code = 0): void {
    const { listener } = this;
    this.listener = null;
    listener?.onExit(code);
  }

  crash(error: Error): void {
    this.listener?.onError(error);
    this.exit(1);
  }

  serve(): void {
    this.say({ type: 'ready', endpoint: '/s.sock', term: 3 });
  }

  fail(failure: HostFailure): void {
    this.say({ type: 'failed', failure });
    this.exit();
  }
}

describe('the host of a root in a thread', () => {
  let threads: FakeThreads;
  let time: ManualTime;
  let log: string[];
  let isAnswered: boolean;
  let worker: HostWorker;

  beforeEach(() => {
    threads = new FakeThreads();
    time = new ManualTime();
    log = [];
    isAnswered = false;
    const put =
      (level: string) =>
      (said: string | Error): void =>
        void log.push(`${level} ${String(said)}`);
    worker = new HostWorker({
      root: '/r',
      startThread: threads.start,
      isAnswered: () => isAnswered,
      isOwnWriter: () => true,
      timers: time,
      now: () => time.now(),
      log: { info: put('info'), warn: put('warn'), error: put('error') },
    });
    worker.start();
  });

  /** How long until the next start, in milliseconds; it has to come within five minutes. */
  const untilStart = (): number => {
    const [before, from] = [threads.starts.length, time.now()];
    while (threads.starts.length === before && time.now() - from < 300_000) time.advance(10);
    assert.equal(threads.starts.length, before + 1);
    return time.now() - from;
  };

  it('serves, and says so', () => {
    let changes = 0;
    worker.onChange(() => (changes += 1));
    assert.deepEqual([worker.isServing, worker.problem], [false, null]);
    threads.serve();
    assert.deepEqual([worker.isServing, worker.problem, changes], [true, null, 1]);
    assert.deepEqual(log, ['info serves /r (term 3, /s.sock)']);
  });

  it('starts again after a fault, later each time, and tells it with the next step', () => {
    const waits: number[] = [];
    for (let starts = 0; starts < 10; starts += 1) {
      threads.fail(fault);
      assert.deepEqual(worker.problem?.kind, 'storage');
      assert.equal(worker.problem.next, 'See to the disk.');
      waits.push(untilStart());
    }
    assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    assert.match(
      log[0] ?? '',
      /^error .*\/r ended \(storage: the disk is full\). See to the disk\. .* 0\.25 s/,
    );
  });

  it('starts again at once when it had served for long', () => {
    threads.fail(fault);
    threads.fail(fault);
    untilStart();
    threads.fail(fault);
    untilStart();
    threads.serve();
    time.advance(60_000);
    threads.say({ type: 'ended', failure: fault });
    threads.exit();
    assert.equal(untilStart(), 250);
  });

  it('is ended once it has said how it ended, whatever it left open', () => {
    threads.say({ type: 'failed', failure: fault });
    assert.deepEqual(threads.asked, ['terminate']);
  });

  it('takes the store back from its own thread that was killed, and only then by force', () => {
    threads.serve();
    threads.exit(1);
    assert.equal(worker.problem?.kind, 'unavailable');
    assert.match(log.at(-1) ?? '', /its thread was ended with code 1\)/);
    untilStart();
    threads.serve();
    threads.say({ type: 'ended', failure: fault });
    threads.exit();
    untilStart();
    assert.deepEqual(threads.starts, [false, true, false]);
  });

  it('says what nobody caught in the thread', () => {
    threads.crash(new Error('out of memory'));
    assert.deepEqual(log[0], 'error Error: out of memory');
    assert.equal(worker.problem?.message, 'out of memory');
  });

  it('follows another writer, and does not start as long as that one answers', () => {
    threads.fail(busy);
    isAnswered = true;
    worker.seek();
    time.advance(3_600_000);
    assert.deepEqual([threads.starts.length, time.open], [1, 0]);
    assert.match(log.join('\n'), /follows another coordinator: process 7 has this store/);
  });

  it('starts as soon as the other writer is gone', () => {
    isAnswered = true;
    threads.fail(busy);
    isAnswered = false;
    worker.seek();
    threads.serve();
    assert.equal(worker.isServing, true);
    assert.deepEqual(threads.starts, [false, false]);
  });

  it('looks every three seconds, or more often, whether a writer that does not answer is gone', () => {
    const waits: number[] = [];
    for (let starts = 0; starts < 5; starts += 1) {
      threads.fail(busy);
      worker.seek();
      waits.push(untilStart());
    }
    assert.deepEqual(waits, [500, 1_000, 2_000, 3_000, 3_000]);
    assert.equal(log.length, 1);
    assert.equal(worker.problem?.message, busy.message);
  });

  it('stops once its thread has ended, and starts no other', async () => {
    threads.serve();
    const stopped = worker.stop();
    assert.deepEqual(threads.asked, ['stop']);
    threads.say({ type: 'ended', failure: null });
    threads.exit();
    await stopped;
    time.advance(300_000);
    assert.deepEqual([threads.starts.length, time.open], [1, 0]);
  });

  it('ends a thread that does not stop within four seconds', async () => {
    threads.serve();
    const stopped = worker.stop();
    time.advance(4_000);
    assert.deepEqual(threads.asked, ['stop', 'terminate']);
    threads.exit(1);
    await stopped;
    assert.match(log.at(-1) ?? '', /^warn .*did not stop in time/);
  });

  it('stops while it waits', async () => {
    threads.fail(fault);
    await worker.stop();
    assert.deepEqual([time.open, threads.asked], [0, ['terminate']]);
  });
});

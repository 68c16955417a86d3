import assert from 'node:assert/strict';
import type { HostFailure } from '../../src/host/hostFailure.ts';
import type { HostWord, LastFailure, RunListener, StartRun } from '../../src/host/hostRun.ts';
import { HostSupervisor } from '../../src/host/hostSupervisor.ts';
import { ManualTime } from '../kit/manualTime.ts';

const busy: HostFailure = {
  kind: 'busy',
  fault: null,
  message: 'process 7 has this store',
  next: 'Use it, or end process 7 first.',
  pid: 7,
};
const fault: HostFailure = {
  kind: 'storage',
  fault: 'storage',
  message: 'the disk is full',
  next: 'See to the disk.',
  pid: null,
};

/** Threads that do what a test says, and note what is asked of them. */
class FakeRuns {
  readonly starts: boolean[] = [];
  readonly lastFailures: (LastFailure | null)[] = [];
  readonly asked: string[] = [];
  private listener: RunListener | null = null;

  readonly start: StartRun = ({ force, lastFailure }, listener) => {
    assert.equal(this.listener, null, 'one run at a time');
    this.starts.push(force);
    this.lastFailures.push(lastFailure);
    this.listener = listener;
    return {
      stop: () => void this.asked.push('stop'),
      terminate: () => void this.asked.push('terminate'),
    };
  };

  say(message: HostWord): void {
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

describe('the supervisor of the host of a root', () => {
  let runs: FakeRuns;
  let time: ManualTime;
  let log: string[];
  let isAnswered: boolean;
  let supervisor: HostSupervisor;

  beforeEach(() => {
    runs = new FakeRuns();
    time = new ManualTime();
    log = [];
    isAnswered = false;
    const put =
      (level: string) =>
      (said: string | Error): void =>
        void log.push(`${level} ${String(said)}`);
    supervisor = new HostSupervisor({
      root: '/r',
      startRun: runs.start,
      isAnswered: () => isAnswered,
      isOwnWriter: () => true,
      stopWithinMs: 4_000,
      timers: time,
      now: () => time.now(),
      log: { info: put('info'), warn: put('warn'), error: put('error') },
    });
    supervisor.start();
  });

  /** How long until the next start, in milliseconds; it has to come within five minutes. */
  const untilStart = (): number => {
    const [before, from] = [runs.starts.length, time.now()];
    while (runs.starts.length === before && time.now() - from < 300_000) time.advance(10);
    assert.equal(runs.starts.length, before + 1);
    return time.now() - from;
  };

  it('serves, and says so', () => {
    let changes = 0;
    supervisor.onChange(() => (changes += 1));
    assert.deepEqual([supervisor.isServing, supervisor.problem], [false, null]);
    runs.serve();
    assert.deepEqual([supervisor.isServing, supervisor.problem, changes], [true, null, 1]);
    assert.deepEqual(log, ['info serves /r (term 3, /s.sock)']);
  });

  it('starts again after a fault, later each time, and tells it with the next step', () => {
    const waits: number[] = [];
    for (let starts = 0; starts < 10; starts += 1) {
      runs.fail(fault);
      assert.deepEqual(supervisor.problem?.kind, 'storage');
      assert.equal(supervisor.problem.next, 'See to the disk.');
      waits.push(untilStart());
    }
    assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    assert.match(
      log[0] ?? '',
      /^error .*\/r ended \(storage: the disk is full\). See to the disk\. .* 0\.25 s/,
    );
  });

  it('starts again at once when it had served for long', () => {
    runs.fail(fault);
    runs.fail(fault);
    untilStart();
    runs.fail(fault);
    untilStart();
    runs.serve();
    time.advance(60_000);
    runs.say({ type: 'ended', failure: fault });
    runs.exit();
    assert.equal(untilStart(), 250);
  });

  it('opens its store again at once when it closed it to go on from a backup', () => {
    runs.serve();
    runs.say({ type: 'ended', failure: { ...fault, kind: 'unavailable', fault: 'closed' } });
    runs.exit();
    assert.deepEqual([runs.starts.length, log.length, supervisor.failure], [2, 1, null]);
  });

  it('gives the next host the last failure, to be shown in health', () => {
    runs.fail(fault);
    const at = time.now();
    untilStart();
    runs.fail({ ...fault, message: 'no socket either' });
    untilStart();
    const first = { message: 'the disk is full', at };
    assert.deepEqual(runs.lastFailures, [null, first, first]);
  });

  it('says when it starts again while it waits, and starts at once when it is told to', () => {
    runs.fail(fault);
    runs.fail(fault);
    untilStart();
    runs.fail(fault);
    assert.deepEqual([supervisor.isWaiting, supervisor.startsAgainAt], [true, time.now() + 500]);
    supervisor.start();
    assert.deepEqual([runs.starts.length, supervisor.startsAgainAt], [3, null]);
    time.advance(1_000);
    assert.equal(runs.starts.length, 3);
  });

  it('S2: takes over from whoever has the store only when a person says so, and only once', () => {
    runs.fail(busy);
    assert.equal(supervisor.isFollowing, true);
    supervisor.takeOver();
    runs.serve();
    supervisor.takeOver();
    runs.say({ type: 'ended', failure: { ...fault, kind: 'unavailable', fault: 'replaced' } });
    runs.exit();
    untilStart();
    assert.deepEqual(runs.starts, [false, true, false]);
  });

  it('S2: what is told to take over while it starts does so when it is refused', () => {
    supervisor.takeOver();
    runs.fail(busy);
    assert.deepEqual([runs.starts, supervisor.isFollowing], [[false, true], false]);
    runs.serve();
    assert.equal(supervisor.isServing, true);
  });

  it('is ended once it has said how it ended, whatever it left open', () => {
    runs.say({ type: 'failed', failure: fault });
    assert.deepEqual(runs.asked, ['terminate']);
  });

  it('takes the store back by force from its own run that was killed or whose disk failed, and from nobody else', () => {
    runs.serve();
    runs.exit(1);
    assert.equal(supervisor.problem?.kind, 'unavailable');
    assert.match(log.at(-1) ?? '', /its thread was ended with code 1\)/);
    untilStart();
    runs.serve();
    runs.say({ type: 'ended', failure: fault });
    runs.exit();
    untilStart();
    // A failing disk may have kept its name in place.
    assert.deepEqual(runs.starts, [false, true, true]);
    runs.serve();
    runs.say({ type: 'ended', failure: { ...fault, kind: 'unavailable', fault: 'replaced' } });
    runs.exit();
    untilStart();
    assert.deepEqual(runs.starts, [false, true, true, false]);
  });

  it('says what nobody caught in the thread', () => {
    runs.crash(new Error('out of memory'));
    assert.deepEqual(log[0], 'error Error: out of memory');
    assert.equal(supervisor.problem?.message, 'out of memory');
  });

  it('follows another writer, and does not start as long as that one answers', () => {
    runs.fail(busy);
    isAnswered = true;
    supervisor.seek();
    time.advance(3_600_000);
    assert.deepEqual([runs.starts.length, time.open], [1, 0]);
    assert.match(log.join('\n'), /follows another coordinator: process 7 has this store/);
  });

  it('starts as soon as the other writer is gone', () => {
    isAnswered = true;
    runs.fail(busy);
    isAnswered = false;
    supervisor.seek();
    runs.serve();
    assert.equal(supervisor.isServing, true);
    assert.deepEqual(runs.starts, [false, false]);
  });

  it('looks every three seconds, or more often, whether a writer that does not answer is gone', () => {
    const waits: number[] = [];
    for (let starts = 0; starts < 5; starts += 1) {
      runs.fail(busy);
      supervisor.seek();
      waits.push(untilStart());
    }
    assert.deepEqual(waits, [500, 1_000, 2_000, 3_000, 3_000]);
    assert.equal(log.length, 1);
    assert.equal(supervisor.problem?.message, busy.message);
  });

  it('stops once its thread has ended, and starts no other', async () => {
    runs.serve();
    const stopped = supervisor.stop();
    assert.deepEqual(runs.asked, ['stop']);
    runs.say({ type: 'ended', failure: null });
    runs.exit();
    await stopped;
    time.advance(300_000);
    assert.deepEqual([runs.starts.length, time.open], [1, 0]);
  });

  it('ends a thread that does not stop within four seconds', async () => {
    runs.serve();
    const stopped = supervisor.stop();
    time.advance(4_000);
    assert.deepEqual(runs.asked, ['stop', 'terminate']);
    runs.exit(1);
    await stopped;
    assert.match(log.at(-1) ?? '', /^warn .*did not stop in time/);
  });

  it('stops while it waits', async () => {
    runs.fail(fault);
    await supervisor.stop();
    assert.deepEqual([time.open, runs.asked], [0, ['terminate']]);
  });
});

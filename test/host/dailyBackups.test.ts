import assert from 'node:assert/strict';
import { DailyBackups } from '../../src/host/dailyBackups.ts';
import { RecordingLog } from '../kit/coordinatorWorld.ts';
import { ManualTime } from '../kit/manualTime.ts';
import { settled } from '../kit/settled.ts';

const hour = 3_600_000;
const morning = Date.UTC(2026, 6, 30, 6);

/** A register whose last event is at a position and time that a test sets, and that keeps only what was asked of it. */
function world(startAt = morning) {
  const time = new ManualTime(startAt);
  const made: { at: number; last: number }[] = [];
  const last = { position: 3, at: startAt };
  let fault: Error | null = null;
  const register = {
    facts: () => ({ position: last.position }),
    history: async () => ({ events: [{ at: last.at }], next: null }),
    backup: async () => {
      if (fault !== null) throw fault;
      made.push({ at: time.now() - (time.now() % 1000), last: last.position });
      return { last: last.position, bytes: 1 };
    },
  };
  const backups = new DailyBackups({
    register: register as never,
    store: { backups: () => [...made].reverse() as never },
    clock: time,
    scheduler: time,
    log: new RecordingLog(),
  });
  backups.start();
  return {
    backups,
    made,
    time,
    fail: (error: Error | null) => (fault = error),
    change: (position: number) => Object.assign(last, { position, at: time.now() }),
    pass: async (ms: number) => {
      for (const end = time.now() + ms; time.now() < end;) {
        time.advance(Math.min(hour, end - time.now()));
        await settled();
      }
    },
  };
}

describe('S3: the daily backup', () => {
  it('is made once a day (UTC) in which something has changed since the last', async () => {
    const { backups, made, pass, change } = world();
    await pass(60_000);
    assert.equal(made.length, 0, 'not at once');
    await pass(hour);
    assert.equal(made.length, 1);
    change(5);
    await pass(16 * hour);
    assert.equal(made.length, 1, 'the same day');
    await pass(2 * hour);
    assert.deepEqual(
      made.map(({ last }) => last),
      [3, 5],
    );
    await pass(72 * hour);
    assert.equal(made.length, 2, 'nothing has changed');
    backups.dispose();
  });

  it('is made of another history at the same position, as after a restore', async () => {
    const { backups, made, pass, change } = world();
    await pass(2 * hour);
    change(3);
    await pass(24 * hour);
    assert.equal(made.length, 2);
    backups.dispose();
  });

  it('of an empty register there is none', async () => {
    const { backups, made, pass, change } = world();
    change(0);
    await pass(48 * hour);
    assert.equal(made.length, 0);
    backups.dispose();
  });

  it('one that failed is told until the next goes well, an hour later', async () => {
    const { backups, made, pass, fail } = world();
    fail(new Error('ENOSPC: no room'));
    await pass(hour);
    assert.match(backups.failure?.message ?? '', /ENOSPC/);
    fail(null);
    await pass(2 * hour);
    assert.deepEqual([backups.failure, made.length], [null, 1]);
    backups.dispose();
  });

  it('nothing is left open when it is disposed', async () => {
    const { backups, time, pass } = world();
    await pass(2 * hour);
    backups.dispose();
    assert.equal(time.open, 0);
  });
});

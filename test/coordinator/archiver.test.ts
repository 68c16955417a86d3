import assert from 'node:assert/strict';
import { ok } from '../../src/base/result.ts';
import { Archiver } from '../../src/coordinator/archiver.ts';
import { RecordingLog } from '../kit/coordinatorWorld.ts';
import { ManualTime } from '../kit/manualTime.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('the archiver', () => {
  const time = new ManualTime();
  let due = 0;
  let runs = 0;
  let log = new RecordingLog();
  const make = (fail = false): Archiver => {
    runs = 0;
    log = new RecordingLog();
    const archive = async (limit: number) => {
      runs += 1;
      if (fail) throw new Error('the disk is full');
      const archived = Math.min(limit, due);
      due -= archived;
      return ok({ archived, left: due });
    };
    return new Archiver({ clock: time, log, archive });
  };

  it('goes on until nothing is due, and says how far it is', async () => {
    due = 250;
    const told: object[] = [];
    const done = await make().run({ onProgress: (progress) => told.push(progress) });
    assert.deepEqual(done, { archived: 250, left: 0 });
    assert.deepEqual(told, [
      { done: 100, total: 250 },
      { done: 200, total: 250 },
      { done: 250, total: 250 },
    ]);
  });

  it('ends between two commits when it is told to; what is marked stays marked', async () => {
    due = 250;
    const ending = new AbortController();
    const done = await make().run({ signal: ending.signal, onProgress: () => ending.abort() });
    assert.deepEqual(done, { archived: 100, left: 150 });
    assert.deepEqual(await make().run({ signal: ending.signal }), { archived: 0, left: 150 });
  });

  it('runs by itself once a day, however often it is asked', async () => {
    due = 1;
    const archiver = make();
    archiver.daily();
    archiver.daily();
    await archiver.settled();
    assert.deepEqual([runs, log.lines], [1, ['info closed leases were archived {"chains":1}']]);
    time.advance(dayMs - 1);
    archiver.daily();
    assert.equal(runs, 1);
    time.advance(1);
    archiver.daily();
    await archiver.settled();
    assert.deepEqual([runs, log.lines.length], [2, 1]);
  });

  it('a failure is logged and tried again the next day', async () => {
    const archiver = make(true);
    archiver.daily();
    await archiver.settled();
    assert.deepEqual(log.lines, [
      'error closed leases could not be archived {"error":"Error: the disk is full"}',
    ]);
  });
});

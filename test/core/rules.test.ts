import assert from 'node:assert/strict';
import { noFacts, type Facts } from '../../src/core/context.ts';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { LeaseId, RequestId } from '../../src/core/model/ids.ts';
import type { Acknowledged } from '../../src/core/model/lease.ts';
import { maxCheckpointBytes, parseCheckpoint } from '../../src/core/rules/checkpoint.ts';
import { backoffMs, isExpired, isLost, isPresent, renewedDeadline } from '../../src/core/rules/deadlines.ts';
import { isRequestIdInTime } from '../../src/core/rules/requestTime.ts';
import { isSameProcess } from '../../src/core/rules/sameProcess.ts';
import { utf8Length } from '../../src/core/rules/utf8Length.ts';
import { settingsWith } from '../kit/settings.ts';

describe('C10, C11: waits', () => {
  it('the list is used up to its last entry, which repeats', () => {
    const settings = settingsWith({ retryBackoffMs: [5, 15] });
    assert.deepEqual(
      [1, 2, 3, 9].map((times) => backoffMs(settings, times)),
      [5, 15, 15, 15],
    );
  });
});

describe('C13, C16: the time of a holder', () => {
  const process = { pid: 1, startedAt: 1 };
  const held = (given: Partial<Acknowledged> = {}): Acknowledged =>
    ({
      ...{ id: 'lease' as LeaseId, deadlineAt: 1000, ttlMs: 1000, frozenAt: null, renewedAt: 0 },
      holder: { kind: 'worker', worker: 'demo', session: null, process: null },
      ...given,
    }) as Acknowledged;
  const present = held({ holder: { kind: 'worker', worker: 'demo' as never, session: null, process } });
  const ended: Facts = { ...noFacts, endedHolders: new Set(['lease' as LeaseId]) };

  it('expired means now >= deadline, and never while the time stands still', () => {
    assert.deepEqual([isExpired(held(), 999), isExpired(held(), 1000)], [false, true]);
    assert.equal(isExpired(held({ frozenAt: 500 }), 5000), false);
  });

  it('a worker is present while its process lives, without a known one until its deadline', () => {
    assert.deepEqual([isPresent(held(), noFacts, 999), isPresent(held(), noFacts, 1000)], [true, false]);
    assert.equal(isPresent(present, noFacts, 5000), true);
    assert.equal(isPresent(present, ended, 0), false);
  });

  it('a person who acknowledged counts as present', () => {
    assert.equal(isPresent(held({ holder: { kind: 'operator', name: 'pat' } }), noFacts, 5000), true);
  });

  it('an absent one is lost at its deadline, a present one only after maxSilence', () => {
    const settings = settingsWith({ maxSilenceMs: 5000 });
    assert.deepEqual(
      [999, 1000].map((now) => isLost(held(), noFacts, settings, now)),
      [false, true],
    );
    assert.deepEqual(
      [4999, 5000].map((now) => isLost(present, noFacts, settings, now)),
      [false, true],
    );
    assert.deepEqual(
      [999, 1000].map((now) => isLost(present, ended, settings, now)),
      [false, true],
    );
  });

  it('a sign of life is stored once half of the time is used up, and not while it stands still', () => {
    assert.deepEqual([renewedDeadline(held(), 499), renewedDeadline(held(), 500)], [null, 1500]);
    assert.equal(renewedDeadline(held({ frozenAt: 400 }), 900), null);
  });
});

describe('C13: a process is known by its number and start time', () => {
  it('a reused number is another process; two unknown ones count as the same', () => {
    const one = { pid: 1, startedAt: 1 };
    const pairs = [
      [one, { ...one }],
      [one, { pid: 1, startedAt: 2 }],
      [one, { pid: 2, startedAt: 1 }],
      [one, null],
      [null, one],
      [null, null],
    ] as const;
    assert.deepEqual(
      pairs.map(([a, b]) => isSameProcess(a, b)),
      [true, false, false, false, false, true],
    );
  });
});

describe('W2: request ids carry their time', () => {
  const now = 1_700_000_000_000;
  const day = 24 * 60 * 60 * 1000;
  const inTime = (madeAt: number): boolean =>
    isRequestIdInTime(uuid7(madeAt, new Uint8Array(10)) as RequestId, now);

  it('one of the last 7 days is fine, an older one is not', () => {
    assert.deepEqual([inTime(now), inTime(now - 7 * day + 1), inTime(now - 7 * day)], [true, true, false]);
  });

  it('a clock may be 5 minutes ahead, no more', () => {
    assert.deepEqual([inTime(now + 300_000), inTime(now + 300_001)], [true, false]);
  });

  it('what is no UUIDv7 is refused', () => {
    assert.equal(isRequestIdInTime('7' as RequestId, now), false);
  });
});

describe('W3: a checkpoint is checked before any change', () => {
  const fieldOf = (value: unknown): unknown => {
    const parsed = parseCheckpoint(value);
    return parsed.ok ? 'accepted' : parsed.error.facts['field'];
  };

  it('all keys are optional, null counts as not given', () => {
    const nothing = { summary: null, next_action: undefined, files_changed: null };
    assert.deepEqual(parseCheckpoint(nothing), { ok: true, value: { checkpoint: {}, warnings: [] } });
    const all = { summary: 'a', next_action: 'b', blocked_reason: 'c', files_changed: ['d'] };
    assert.deepEqual(parseCheckpoint(all), { ok: true, value: { checkpoint: all, warnings: [] } });
  });

  it('unknown keys are dropped with a warning each', () => {
    const parsed = parseCheckpoint({ summary: 'a', mood: 'good' });
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value, {
      checkpoint: { summary: 'a' },
      warnings: ['Unknown key "mood" was dropped.'],
    });
  });

  it('wrong types are refused by field', () => {
    for (const value of [null, undefined, 'text', 7, ['summary']]) assert.equal(fieldOf(value), 'checkpoint');
    for (const key of ['summary', 'next_action', 'blocked_reason']) {
      for (const value of [7, {}, ['a'], true]) assert.equal(fieldOf({ [key]: value }), `checkpoint.${key}`);
    }
    for (const value of ['a.ts', [7], {}]) {
      assert.equal(fieldOf({ files_changed: value }), 'checkpoint.files_changed');
    }
  });

  it('it holds at most 64 KiB, counted in bytes', () => {
    const around = JSON.stringify({ summary: '' }).length;
    assert.equal(fieldOf({ summary: 'x'.repeat(maxCheckpointBytes - around) }), 'accepted');
    assert.equal(fieldOf({ summary: 'x'.repeat(maxCheckpointBytes - around + 1) }), 'checkpoint');
    assert.equal(fieldOf({ summary: 'é'.repeat(maxCheckpointBytes / 2) }), 'checkpoint');
  });
});

describe('utf8Length: bytes of a text', () => {
  for (const text of ['', 'abc', '\u007f\u0080', 'é߿ࠀ￿', '🚂🚦', 'a\ud800b', '\udc00']) {
    it(`counts ${JSON.stringify(text)} as an encoder does`, () => {
      assert.equal(utf8Length(text), Buffer.byteLength(text, 'utf8'));
    });
  }
});

import assert from 'node:assert/strict';
import { healthText } from '../../../src/cli/output/healthText.ts';
import { localTime } from '../../../src/protocol/times.ts';
import type { HealthRow } from '../../../src/protocol/views.ts';

const now = Date.UTC(2026, 0, 2, 12);
const paper = { now, columns: 60, isColoured: false };
const row = (given: Partial<HealthRow>): HealthRow => ({
  id: 'x:y',
  group: 'worker',
  name: 'demo',
  level: 'ok',
  reason: 'free',
  next: null,
  ...given,
});

describe('health for people', () => {
  it('what is ill comes first, with what to do, broken between words', () => {
    const warn = row({
      name: 'night',
      level: 'warn',
      reason: 'quiet: no call on lease 01941f29-7c00-7000-8000-0000deadbeef within its time',
      next: 'Look at its terminal; if it hangs: signalbox stop 01941f29-7c00-7000-8000-0000deadbeef.',
    });
    const error = row({ group: 'source', name: 'hub', level: 'error', reason: 'offline', next: 'Wait.' });
    assert.equal(
      healthText(paper, [row({}), warn, error]),
      [
        'error  source hub: offline',
        '       -> Wait.',
        'warn   worker night: quiet: no call on lease deadbeef within',
        '       its time',
        '       -> Look at its terminal; if it hangs: signalbox stop',
        '          deadbeef.',
        'ok     worker demo: free',
      ].join('\n'),
    );
  });

  it('where there is no terminal nothing is broken; instants are of the local clock', () => {
    const at = new Date(now).toISOString();
    const reason = `since ${at} ${'word '.repeat(40)}end`;
    assert.equal(
      healthText({ ...paper, columns: null }, [row({ group: 'store', name: 'store', reason })]),
      `ok     store: since ${localTime(now, now)} ${'word '.repeat(40)}end`,
    );
  });

  it('what others wrote moves no cursor', () => {
    assert.equal(
      healthText(paper, [row({ name: 'a\u001b[2J', reason: 'b\nc' })]),
      'ok     worker a [2J: b c',
    );
  });
});

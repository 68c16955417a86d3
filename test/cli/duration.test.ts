import assert from 'node:assert/strict';
import { parseDuration } from '../../src/cli/duration.ts';

describe('a duration', () => {
  const cases: [text: string, ms: number | null][] = [
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['1m250ms', 60_250],
    ['0s', 0],
    ['90', null],
    ['', null],
    ['s', null],
    ['1.5m', null],
    ['5 m', null],
    ['-5m', null],
    ['5d', null],
    [`${'9'.repeat(20)}h`, null],
  ];
  for (const [text, ms] of cases) {
    it(`${JSON.stringify(text)} is ${ms === null ? 'none' : `${ms} ms`}`, () => {
      assert.equal(parseDuration(text), ms);
    });
  }
});

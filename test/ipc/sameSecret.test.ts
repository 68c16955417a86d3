import assert from 'node:assert/strict';
import { sameSecret } from '../../src/ipc/sameSecret.ts';

describe('comparing a secret', () => {
  const cases: [given: string, expected: string, isSame: boolean][] = [
    ['token', 'token', true],
    ['token', 'tokem', false],
    ['toke', 'token', false],
    ['tokens', 'token', false],
    ['', 'token', false],
    ['', '', false],
  ];
  for (const [given, expected, isSame] of cases) {
    it(`${JSON.stringify(given)} is ${isSame ? '' : 'not '}${JSON.stringify(expected)}`, () => {
      assert.equal(sameSecret(given, expected), isSame);
    });
  }
});

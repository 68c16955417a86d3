import assert from 'node:assert/strict';
import { checkConfiguration } from '../../src/configuration/parseConfiguration.ts';

/** S6, cases 18 to 24: what a configuration may never say. */
describe('S6: the founding cases of the configuration', () => {
  const cases: [string, unknown, string][] = [
    ['S6, case 18: maxAttempts 10', { maxAttempts: 10 }, 'maxAttempts'],
    ['S6, case 19: maxAttempts true', { maxAttempts: true }, 'maxAttempts'],
    ['S6, case 20: a time that is NaN', { tick: Number.NaN }, 'tick'],
    ['S6, case 21: an empty retryBackoff', { retryBackoff: [] }, 'retryBackoff'],
    ['S6, case 22: policyProfile "unsafe"', { policyProfile: 'unsafe' }, 'policyProfile'],
    [
      'S6, case 23: a URL with a password',
      { sources: { hub: { kind: 'hub', url: 'https://pat:word@hub.example/' } } },
      'url',
    ],
    ['S6, case 24: allow ["secrets"]', { allow: ['secrets'] }, 'allow'],
  ];
  for (const [name, value, key] of cases) {
    it(`${name} is refused, and the error names the key`, () => {
      const checked = checkConfiguration(value, { rootName: 'demo' });
      assert.ok(!checked.ok);
      assert.ok(checked.error.length > 0);
      assert.ok(checked.error[0]?.message.includes(key), checked.error[0]?.message);
    });
  }
});

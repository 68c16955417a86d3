import assert from 'node:assert/strict';
import { verbTable } from '../../src/cli/verbTable.ts';

describe('secrets', () => {
  it('are in no flag and no operand of any verb: other users can read command lines (T7)', async () => {
    const found: string[] = [];
    for (const [name, load] of Object.entries(verbTable)) {
      const { verb } = await load();
      const words = [verb.operands, verb.rest ?? '', ...Object.keys(verb.flags)];
      found.push(
        ...words
          .filter((word) => /token|key|secret|epoch|password/i.test(word))
          .map((word) => `${name} ${word}`),
      );
    }
    assert.deepEqual(found, []);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nestsDeeper } from '../../src/protocol/nesting.ts';

/** Told by the text, where the function goes by the value: brackets that are open at once, outside of what is quoted. */
function depthOf(value: unknown): number {
  const brackets = JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  let [depth, deepest] = [0, 0];
  for (const sign of brackets) {
    if (sign === '[' || sign === '{') depth += 1;
    if (sign === ']' || sign === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

describe('the nesting of a message', () => {
  it('is that of its deepest place', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const depth = depthOf(value);
        assert.deepEqual([nestsDeeper(value, depth), nestsDeeper(value, depth - 1)], [false, depth > 0]);
      }),
    );
  });

  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    it(`64 times ${open} is allowed, 65 times and a hundred thousand times is not`, () => {
      const nested = (depth: number) => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`) as unknown;
      assert.deepEqual(
        [64, 65, 100_000].map((depth) => nestsDeeper(nested(depth))),
        [false, true, true],
      );
    });
  }
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { uuid7, uuid7Time, uuid7With } from '../../src/base/uuid7.ts';

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('uuid7', () => {
  it('makes the example of RFC 9562', () => {
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
    assert.equal(uuid7(0x017f22e279b0, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('an id tells when it was made', () => {
    fc.assert(fc.property(instant, bytes, (now, random) => uuid7Time(uuid7(now, random)) === now));
  });

  it('an id with the digits of another one keeps all that were left to chance', () => {
    const other = '919108f7-52d1-4320-9bac-f847db4148a8';
    assert.equal(uuid7With(0x017f22e279b0, other), '017f22e2-79b0-7320-9bac-f847db4148a8');
    fc.assert(
      fc.property(instant, fc.uuid({ version: 4 }), (now, uuid4) => uuid7Time(uuid7With(now, uuid4)) === now),
    );
  });

  it('ids made later sort later', () => {
    fc.assert(
      fc.property(instant, instant, bytes, bytes, (one, other, a, b) => {
        fc.pre(one < other);
        return uuid7(one, a) < uuid7(other, b);
      }),
    );
  });

  for (const text of [
    '',
    '017f22e2-79b0-4cc3-98c4-dc0c0c07398f',
    '017f22e2-79b0-7cc3-18c4-dc0c0c07398f',
    '017F22E2-79B0-7CC3-98C4-DC0C0C07398F',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n',
  ]) {
    it(`${JSON.stringify(text)} is no id of this kind`, () => {
      assert.equal(uuid7Time(text), null);
    });
  }
});

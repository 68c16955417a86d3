import assert from 'node:assert/strict';
import { reject, rejectionKinds } from '../../src/core/rejection.ts';
import {
  errorCodes,
  type ErrorKind,
  fromRejection,
  fromWire,
  ProtocolError,
  toProtocolError,
} from '../../src/protocol/errors.ts';
import { exitCodeOf } from '../../src/protocol/exitCodes.ts';

describe('errors of the protocol', () => {
  it('each kind has a code of its own', () => {
    const codes = Object.values(errorCodes);
    assert.equal(new Set(codes).size, codes.length);
  });

  it('each kind ends the command line with the code of the table in protocol.md', () => {
    const kindsByExit = new Map<number, ErrorKind[]>();
    for (const [kind, code] of Object.entries(exitCodeOf) as [ErrorKind, number][]) {
      kindsByExit.set(code, [...(kindsByExit.get(code) ?? []), kind].sort());
    }
    assert.deepEqual(Object.fromEntries(kindsByExit), {
      1: ['internal'],
      2: ['invalid_params', 'too_large'],
      3: ['gone', 'not_found'],
      4: ['busy', 'conflict', 'invalid_state'],
      5: ['expired'],
      6: ['forbidden', 'unauthenticated'],
      7: ['gated'],
      9: ['newer_schema', 'sandboxed', 'unavailable'],
      10: ['storage'],
    });
  });

  it('the core refuses in kinds of the wire, with its message, next step and facts', () => {
    for (const kind of rejectionKinds) {
      const error = fromRejection(reject(kind, 'why', 'Do this.', { lease: 'a' }));
      assert.deepEqual(error.toWire(), {
        code: errorCodes[kind],
        message: 'why',
        data: { kind, next: 'Do this.', facts: { lease: 'a' } },
      });
    }
  });

  it('a fault that nobody foresaw keeps its text to itself', () => {
    const wire = toProtocolError(new Error('secret at /home/pat')).toWire();
    assert.ok(!JSON.stringify(wire).includes('secret'));
    assert.equal(wire.data.kind, 'internal');
  });

  it('what another version sends becomes an error in any case', () => {
    for (const sent of [null, 'text', {}, { code: 'x' }, { message: 1, data: [] }]) {
      assert.equal(fromWire(sent).kind, 'internal');
    }
    assert.equal(fromWire({ code: 99, message: 'm', data: { kind: 'constructor' } }).kind, 'internal');
  });

  it('facts that are not plain are left out', () => {
    const facts = { a: 1, b: { c: 2 }, d: null };
    assert.deepEqual(fromWire({ code: 4, message: '', data: { kind: 'conflict', facts } }).facts, {
      a: 1,
      d: null,
    });
  });

  it('only an error of a moved writer says that it moved', () => {
    const withFacts = (facts: Record<string, boolean>) =>
      new ProtocolError('unavailable', 'm', 'n', { facts });
    assert.deepEqual([withFacts({ moved: true }).isMoved, withFacts({}).isMoved], [true, false]);
  });
});

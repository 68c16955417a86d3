import assert from 'node:assert/strict';
import fc from 'fast-check';
import { faultCodes, ProtocolError } from '../../src/protocol/errors.ts';
import { errorMessage, type Incoming, parseFrame } from '../../src/protocol/jsonrpc.ts';

const read = (text: string): Incoming => parseFrame({ kind: 'line', text });

/** Id and code of the answer that a broken message gets. */
function broken(text: string): [unknown, number] {
  const incoming = read(text);
  assert.equal(incoming.kind, 'broken');
  return [incoming.id, incoming.error.code];
}

describe('a JSON-RPC message', () => {
  it('with an id and a method is a request', () => {
    assert.deepEqual(read('{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}}'), {
      kind: 'request',
      id: 'a',
      method: 'm',
      params: { x: 1 },
    });
  });

  it('without an id is a notification', () => {
    assert.deepEqual(read('{"jsonrpc":"2.0","method":"m"}'), {
      kind: 'notification',
      method: 'm',
      params: undefined,
    });
  });

  it('with a result is an answer, also when the result is null', () => {
    assert.deepEqual(read('{"jsonrpc":"2.0","id":1,"result":null}'), { kind: 'result', id: 1, result: null });
  });

  it('with an error is an error that has all that was sent', () => {
    const sent = new ProtocolError('conflict', 'held', 'Wait.', { facts: { holder: 'demo', attempt: 2 } });
    const incoming = read(JSON.stringify(errorMessage(7, sent)));
    assert.equal(incoming.kind, 'error');
    assert.deepEqual([incoming.id, incoming.error.toWire()], [7, sent.toWire()]);
  });

  const refused: [what: string, text: string, id: unknown, code: number][] = [
    ['no JSON', '{"jsonrpc":', null, faultCodes.parse],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"m"}]', null, faultCodes.invalidRequest],
    ['a number', '1', null, faultCodes.invalidRequest],
    ['null', 'null', null, faultCodes.invalidRequest],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"m"}', 1, faultCodes.invalidRequest],
    ['no method, result or error', '{"jsonrpc":"2.0","id":1}', 1, faultCodes.invalidRequest],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":{}}', 1, faultCodes.invalidRequest],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"m"}', null, faultCodes.invalidRequest],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"m"}', null, faultCodes.invalidRequest],
  ];
  for (const [what, text, id, code] of refused) {
    it(`that is ${what} is answered with code ${code}`, () => {
      assert.deepEqual(broken(text), [id, code]);
    });
  }

  it('that nests too deep is answered under its own id', () => {
    const deep = `${'['.repeat(64)}${']'.repeat(64)}`;
    assert.deepEqual(broken(`{"jsonrpc":"2.0","id":5,"method":"m","params":${deep}}`), [
      5,
      faultCodes.invalidRequest,
    ]);
    assert.equal(read(`{"jsonrpc":"2.0","id":5,"method":"m","params":${deep.slice(1, -1)}}`).kind, 'request');
  });

  it('of any JSON is read without a fault', () => {
    fc.assert(fc.property(fc.json(), (text) => typeof read(text).kind === 'string'));
  });

  it('nested a hundred thousand deep is read without a fault', () => {
    assert.deepEqual(broken('['.repeat(100_000) + ']'.repeat(100_000)), [null, faultCodes.invalidRequest]);
  });
});

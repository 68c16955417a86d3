import assert from 'node:assert/strict';
import { badHelloField } from '../../src/protocol/hello.ts';
import { helloOf } from '../kit/hello.ts';

const processView = { pid: 1, started_at: 0, name: 'zsh', script: null, is_run: false };

describe('the check of hello', () => {
  it('passes a good one, with or without secrets, and with fields of a later version', () => {
    const { token: _token, ...bare } = helloOf();
    for (const hello of [helloOf(), bare, helloOf({ operator_key: 'k' }), { ...helloOf(), mood: 'good' }]) {
      assert.equal(badHelloField(hello), null);
    }
  });

  const bad: [field: string, value: unknown][] = [
    ['protocol_version', '1'],
    ['token', 5],
    ['operator_key', {}],
    ['kind', 'toString'],
    ['name', 'n'.repeat(4_097)],
    ['version', undefined],
    ['origin', { host: 'h', boot_id: 1, pid_namespace: null }],
    ['process', { ...processView, pid: 1.5 }],
    ['process', null],
    ['ancestors', Array.from({ length: 33 }, () => processView)],
    ['ancestors', [{ ...processView, started_at: '0' }]],
    ['root', null],
  ];
  for (const [field, value] of bad) {
    it(`names ${field} when it is ${value === undefined ? 'not there' : JSON.stringify(value).slice(0, 40)}`, () => {
      assert.equal(badHelloField({ ...helloOf(), [field]: value }), field);
    });
  }

  it('names the whole when it is no object', () => {
    for (const value of [null, undefined, 5, [], 'hello']) assert.equal(badHelloField(value), 'params');
  });
});

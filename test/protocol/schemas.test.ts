import assert from 'node:assert/strict';
import { uuid7 } from '../../src/base/uuid7.ts';
import { isMutating, type MethodName, methods } from '../../src/protocol/methods.ts';
import { parseParams, schemas } from '../../src/protocol/schemas.ts';
import { leastParams } from '../kit/leastParams.ts';

const requestId = uuid7(1_700_000_000_000, new Uint8Array(10));

function refusal(method: MethodName, params: unknown): string {
  const parsed = parseParams(method, params);
  assert.ok(!parsed.ok, `${method} took ${JSON.stringify(params)}`);
  assert.equal(parsed.error.kind, 'invalid_params');
  assert.ok(parsed.error.message.startsWith(`${method}: ${String(parsed.error.facts['field'])}: `));
  return String(parsed.error.facts['field']);
}

describe('parameters', () => {
  for (const method of Object.keys(methods) as MethodName[]) {
    it(`${method} takes the least that it needs, and no unknown field`, () => {
      const params = leastParams(method);
      assert.deepEqual(parseParams(method, params), { ok: true, value: params });
      assert.equal(refusal(method, { ...params, colour: 'red' }), 'colour');
      for (const field of Object.keys(params)) {
        assert.equal(refusal(method, { ...params, [field]: undefined }), field);
      }
    });

    const takes = isMutating(method);
    it(`${method} takes ${takes ? 'a' : 'no'} request id`, () => {
      const params = { ...leastParams(method), request_id: requestId };
      assert.equal(parseParams(method, params).ok, takes);
    });
  }

  it('every method has its schema and there is none besides', () => {
    assert.deepEqual(Object.keys(schemas).sort(), Object.keys(methods).sort());
  });

  const bad: [method: MethodName, params: unknown, field: string][] = [
    ['lease.next', [], 'params'],
    ['lease.next', null, 'params'],
    ['lease.next', { ttl_ms: 9_999 }, 'ttl_ms'],
    ['lease.next', { ttl_ms: 3_600_001 }, 'ttl_ms'],
    ['lease.next', { ttl_ms: 10_000.5 }, 'ttl_ms'],
    ['lease.next', { ttl_ms: '10000' }, 'ttl_ms'],
    ['lease.next', { wait_ms: -1 }, 'wait_ms'],
    ['lease.next', { wait_ms: 600_001 }, 'wait_ms'],
    ['lease.next', { worker: null }, 'worker'],
    ['lease.next', { request_id: 'x' }, 'request_id'],
    ['lease.next', { request_id: requestId.replace('-7', '-4') }, 'request_id'],
    ['lease.list', { limit: 0 }, 'limit'],
    ['lease.list', { limit: 1_001 }, 'limit'],
    ['lease.list', { states: ['pending', 'asleep'] }, 'states[1]'],
    ['lease.turn', { verdict: 'maybe' }, 'verdict'],
    [
      'lease.turn',
      { verdict: 'continue', usage: { context_used: -1, context_limit: 5 } },
      'usage.context_used',
    ],
    [
      'lease.turn',
      { verdict: 'continue', usage: { context_used: 1, context_limit: 0 } },
      'usage.context_limit',
    ],
    ['lease.checkpoint', { checkpoint: [] }, 'checkpoint'],
    ['lease.checkpoint', { checkpoint: { summary: {} } }, 'checkpoint.summary'],
    ['lease.checkpoint', { checkpoint: { files_changed: 'a' } }, 'checkpoint.files_changed'],
    ['lease.checkpoint', { checkpoint: { files_changed: ['a', 1] } }, 'checkpoint.files_changed[1]'],
    ['lease.checkpoint', { checkpoint: { blocked_reason: [] } }, 'checkpoint.blocked_reason'],
    ['history.list', { from: 0 }, 'from'],
  ];
  for (const [method, params, field] of bad) {
    it(`${method} ${JSON.stringify(params)} is refused, naming ${field}`, () => {
      assert.equal(refusal(method, params), field);
    });
  }

  it('the bounds themselves are taken', () => {
    for (const params of [
      { ttl_ms: 10_000, wait_ms: 0 },
      { ttl_ms: 3_600_000, wait_ms: 600_000 },
    ]) {
      assert.equal(parseParams('lease.next', params).ok, true);
    }
    assert.equal(parseParams('lease.list', { limit: 1_000 }).ok, true);
  });

  it('W3: a key of a checkpoint that nobody knows passes, for the core to warn of', () => {
    const params = { checkpoint: { summary: 's', mood: 'good' } };
    assert.deepEqual(parseParams('lease.checkpoint', params), { ok: true, value: params });
  });
});

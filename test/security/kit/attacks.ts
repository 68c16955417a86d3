import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { MAX_MESSAGE_BYTES } from '../../../src/protocol/framing.ts';
import { type MethodName, methods } from '../../../src/protocol/methods.ts';
import { schemas } from '../../../src/protocol/schemas.ts';
import { leastParams } from '../../kit/leastParams.ts';
import type { Attacker } from './attacker.ts';
import { helloTo } from './realHost.ts';

/** One thing that a broken or hostile client does. Throws when the server does not answer it as it has to. */
export type Attack = (by: Attacker) => Promise<void>;

const forWorkers = (Object.keys(methods) as MethodName[]).filter(
  (method) => methods[method].surface === 'worker',
);

const request = (id: unknown, method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** JSON that no request id, text or number is. */
const junk: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, '', '\u0000', '\ud800', 'x'.repeat(600), [], [[]], [null], {}],
  ...[{ a: 1 }, '__proto__', ['x', 1], { toString: 1 }],
];

const takes = (method: MethodName, field: string, value: unknown): boolean => {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> =
    schemas[method].shape;
  return Object.hasOwn(shape, field) && shape[field]!.safeParse(value).success;
};

const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + '1' + close.repeat(depth);
const nestings = [
  ['[', ']'],
  ['{"a":', '}'],
] as const;

export const attacks: Readonly<Record<string, Attack>> = {
  'broken frames': async (by) => {
    const peer = await by.greeted();
    for (let count = by.pick(20); count > 0; count -= 1) {
      const text = by
        .bytes(1 + by.pick(300))
        .toString('latin1')
        .replaceAll(/[^!-~]/g, '#');
      await by.refused(peer, `{${text}`, 'invalid_params');
    }
    await by.goesOn(peer);
  },
  'broken UTF-8': async (by) => {
    const peer = await by.greeted();
    const [bad] = [by.one(['ff', 'c080', 'eda080', 'f8888080', 'e282', 'f4908080'])];
    const line = Buffer.from(request(1, 'task.show', { task: '#' }));
    const at = line.indexOf('#');
    const sent = Buffer.concat([line.subarray(0, at), Buffer.from(bad, 'hex'), line.subarray(at + 1)]);
    await by.refused(peer, sent, 'invalid_params');
    await by.goesOn(peer);
  },
  'random bytes instead of hello': async (by) => {
    const peer = await by.connected();
    peer.write(by.bytes(1 + by.pick(5_000)));
    await by.holds(by.pick(50));
  },
  'huge lines': async (by) => {
    const peer = await by.greeted();
    const size = MAX_MESSAGE_BYTES + 1 + by.pick(3 * MAX_MESSAGE_BYTES);
    await by.refused(peer, Buffer.alloc(size, 'x'), 'too_large');
    await by.goesOn(peer);
  },
  'a huge line that never ends': async (by) => {
    const peer = await by.connected();
    peer.write(Buffer.alloc(by.pick(2 * MAX_MESSAGE_BYTES), '['));
    await by.holds(by.pick(500));
  },
  'deep nesting': async (by) => {
    const peer = await by.greeted();
    const deep = nested(1 + by.pick(100_000), by.one(nestings));
    await by.refused(peer, deep.slice(0, -1), 'invalid_params');
    await by.refused(peer, `{"jsonrpc":"2.0","id":{"a":${deep}},"method":"scope.list"}`, 'invalid_params');
    await by.goesOn(peer);
  },
  'deep nesting within parameters': async (by) => {
    const peer = await by.greeted();
    const deep = nested(200 + by.pick(80_000), by.one(nestings));
    const id = '"request_id":"0190a5f0-0000-7000-8000-000000000000"';
    const params = by.one([
      `{"task":"workspace/1","worker":"demo",${id},"checkpoint":{"summary":"s","mood":${deep}}}`,
      `{"task":"workspace/1","worker":"demo","checkpoint":{"mood":${deep}}}`,
      deep.startsWith('{') ? deep : `{"checkpoint":${deep}}`,
    ]);
    const method = by.one(['lease.checkpoint', 'lease.complete']);
    await by.refused(
      peer,
      `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
      'invalid_params',
      1,
    );
    await by.goesOn(peer);
  },
  'a half-closed connection': async (by) => {
    const peer = await by.greeted();
    peer.call(1, by.one(['scope.list', 'health.show', 'lease.list', 'lease.next']), {});
    peer.socket.end();
    assert.equal((await by.reply(peer, 'a call of a half-closed peer'))?.id, 1);
    assert.equal(await by.reply(peer, 'the end of a half-closed peer'), null);
  },
  'a reader that never reads': async (by) => {
    const peer = await by.greeted();
    peer.socket.pause();
    peer.call('follow', 'events.subscribe', { from: 1 });
    for (let id = 0; id < 200 + by.pick(800); id += 1) peer.call(id, by.one(['health.show', 'task.list']));
    await by.holds(by.pick(3_000));
  },
  'a reader that never reads and closes its half': async (by) => {
    const peer = await by.greeted();
    peer.socket.pause();
    for (let id = 0; id < 200; id += 1) peer.call(id, 'health.show');
    peer.socket.end();
    await by.holds(by.pick(3_000));
  },
  'a writer byte by byte': async (by) => {
    const peer = await by.connected();
    for (const [id, line] of [
      ['hello', request('hello', 'hello', helloTo(by.root, 'worker'))],
      ['1', request('1', 'scope.list', {})],
    ] as const) {
      for (const byte of Buffer.from(`${line}\n`)) {
        peer.write(Uint8Array.of(byte));
        await turn();
      }
      assert.deepEqual((await by.reply(peer, 'bytes'))?.id, id);
    }
  },
  'a wrong secret': async (by) => {
    const peer = await by.connected();
    const { token } = helloTo(by.root, 'worker');
    const wrong = by.one(['', 'x', `${token ?? ''}x`, (token ?? '').slice(1), '\u0000', 'é'.repeat(4_096)]);
    const shown = by.one([{ token: wrong }, { operator_key: wrong, token: '' }, { operator_key: token }]);
    const hello = request(1, 'hello', { ...helloTo(by.root, 'worker'), token: undefined, ...shown });
    await by.refused(peer, hello, 'unauthenticated', 1);
    peer.call(2, 'scope.list');
    for (let reply; (reply = await by.reply(peer, 'a stranger')) !== null;)
      assert.equal(reply.result, undefined);
  },
  'a hello with a wrong field': async (by) => {
    const peer = await by.connected();
    const hello = helloTo(by.root, 'worker') as unknown as Record<string, unknown>;
    const field = by.one(['kind', 'name', 'version', 'origin', 'process', 'ancestors', 'root']);
    const params = { ...hello, [field]: by.one([5, null, {}, [[]], true]) };
    const { error } = await by.refused(peer, request(1, 'hello', params), 'invalid_params', 1);
    assert.equal(error?.data.facts['field'], field);
  },
  'a connection that says nothing': async (by) => {
    const peer = await by.connected();
    if (by.pick(2) === 0) {
      await by.holds(by.pick(7_000));
      return;
    }
    assert.equal((await by.reply(peer, 'silence'))?.error?.data.kind, 'unauthenticated');
    assert.equal(await by.reply(peer, 'the end of silence'), null);
  },
  'a connection that vanishes in the middle': async (by) => {
    const peer = await by.greeted();
    for (let id = 0; id <= by.pick(64); id += 1) {
      peer.call(id, 'lease.next', { worker: 'ghost', repo: 'nowhere', wait_ms: 600_000 });
      peer.call(`h${id}`, 'health.show');
    }
    peer.write(request(1, 'task.add', { title: 't' }).slice(0, 1 + by.pick(40)));
    await by.holds(by.pick(20));
  },
  batches: async (by) => {
    const peer = await by.greeted();
    const calls = Array.from(
      { length: by.pick(50) },
      (_, id) => JSON.parse(request(id, 'scope.list', {})) as unknown,
    );
    await by.refused(peer, JSON.stringify(calls), 'invalid_params');
    await by.goesOn(peer);
  },
  'unknown methods': async (by) => {
    const peer = await by.greeted();
    const method = by.one([
      '',
      'lease.steal',
      '__proto__',
      'toString',
      'x'.repeat(9_999),
      'hello',
      'Task.Add',
    ]);
    await by.refused(
      peer,
      request(7, method, {}),
      method === 'hello' ? 'invalid_state' : 'invalid_params',
      7,
    );
    await by.goesOn(peer);
  },
  'envelopes of another form': async (by) => {
    const peer = await by.greeted();
    const sent = by.one([
      { jsonrpc: '1.0', method: 'scope.list' },
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', id: by.one([null, {}, [], 1.5, true, 'x'.repeat(200)]), method: 'scope.list' },
      { jsonrpc: '2.0', method: by.one([null, 5, {}]) },
      ...['text', 5, null, true],
    ]);
    await by.refused(peer, JSON.stringify(sent), 'invalid_params');
    await by.goesOn(peer);
  },
  'answers and notifications that nobody asked for': async (by) => {
    const peer = await by.greeted();
    for (const sent of [
      { method: '$/cancelRequest', params: by.one(junk) },
      { method: '$/cancelRequest', params: { id: by.one(junk) } },
      { method: 'progress', params: by.one(junk) },
      { method: by.one(['event', 'task.add', '__proto__']), params: by.one(junk) },
      { id: by.one([1, 'x', 99_999]), result: by.one(junk) },
      { id: by.one([1, 'x', null]), error: by.one(junk) },
    ]) {
      peer.write(`${JSON.stringify({ jsonrpc: '2.0', ...sent })}\n`);
    }
    await by.goesOn(peer);
  },
  'values of a wrong type in a field': async (by) => {
    const peer = await by.greeted();
    const method = by.one(forWorkers);
    for (const field of [...Object.keys(schemas[method].shape), by.one(['colour', '__proto__', ''])]) {
      const value = by.one(junk.filter((each) => !takes(method, field, each)));
      const params = `{${Object.entries({ ...leastParams(method), [field]: undefined })
        .filter(([name]) => name !== field)
        .map(([name, own]) => `${JSON.stringify(name)}:${JSON.stringify(own)},`)
        .join('')}${JSON.stringify(field)}:${JSON.stringify(value)}}`;
      const sent = `{"jsonrpc":"2.0","id":3,"method":"${method}","params":${params}}`;
      const { error } = await by.refused(peer, sent, 'invalid_params', 3);
      assert.ok(String(error?.data.facts['field']).startsWith(field), `${sent}: ${JSON.stringify(error)}`);
    }
    await by.goesOn(peer);
  },
  'more requests than may run at once': async (by) => {
    const peer = await by.greeted();
    const calls = 65 + by.pick(200);
    for (let id = 0; id < calls; id += 1) peer.call(id, 'lease.next', { worker: 'ghost', wait_ms: 500 });
    const answered: unknown[] = [];
    for (let id = 0; id < calls; id += 1) answered.push((await by.reply(peer, 'one of many'))?.id);
    assert.deepEqual(
      answered.sort((one, other) => Number(one) - Number(other)),
      Array.from({ length: calls }, (_, id) => id),
    );
  },
};

import assert from 'node:assert/strict';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { eventually } from '../kit/eventually.ts';
import { helloOf, OPERATOR_KEY } from '../kit/hello.ts';
import { ManualTime } from '../kit/manualTime.ts';
import { testServers } from '../kit/testServer.ts';

const kindOf = (reply: { error?: { data: { kind: string } } } | null): string | undefined =>
  reply?.error?.data.kind;

describe('hello', () => {
  const { start, raw, greeted } = testServers();

  it('is answered with versions, surface, root and term', async () => {
    const peer = await raw(await start());
    peer.call(1, 'hello', helloOf());
    assert.deepEqual((await peer.next())?.result, {
      protocol_version: 1,
      server_version: '1.2.3',
      surface: 'worker',
      root: '/work space',
      term: 4,
    });
  });

  it('may be followed by requests at once', async () => {
    const peer = await raw(await start());
    peer.call(1, 'hello', helloOf());
    peer.call(2, 'health.show');
    assert.deepEqual([(await peer.next())?.id, (await peer.next())?.id], [1, 2]);
  });

  const refused: [what: string, method: string, params: unknown, kind: string][] = [
    ['another method', 'lease.list', {}, 'unauthenticated'],
    ['a wrong token', 'hello', helloOf({ token: 'wrong' }), 'unauthenticated'],
    ['an empty token', 'hello', helloOf({ token: '' }), 'unauthenticated'],
    ['a wrong key', 'hello', { ...helloOf({ operator_key: 'wrong' }), token: undefined }, 'unauthenticated'],
    ['a field of another type', 'hello', { ...helloOf(), root: 5 }, 'invalid_params'],
    ['no parameters', 'hello', undefined, 'invalid_params'],
  ];
  for (const [what, method, params, kind] of refused) {
    it(`${what} in its place is refused as ${kind}, and the connection ends`, async () => {
      const server = await start();
      const peer = await raw(server);
      peer.call(1, method, params);
      peer.call(2, 'lease.list');
      const replies = await peer.rest();
      assert.equal(kindOf(replies[0]!), kind);
      assert.ok(replies.every(({ result }) => result === undefined));
      assert.deepEqual(server.sessions(), []);
    });
  }

  it('of another protocol version is refused with an error that names both', async () => {
    const peer = await raw(await start());
    peer.call(1, 'hello', {
      ...helloOf({ protocol_version: 2 }),
      token: 'of a later kind',
      origin: 'elsewhere',
    });
    const [reply] = await peer.rest();
    assert.match(reply!.error!.message, /protocol 2.*1/);
    assert.deepEqual(reply!.error!.data.facts, {
      version_mismatch: true,
      client_protocol_version: 2,
      protocol_version: 1,
      server_version: '1.2.3',
    });
  });

  it('has to come within 5 s', async () => {
    const timers = new ManualTime();
    const server = await start({ timers });
    const peer = await raw(server);
    await eventually('the server waits for hello', () => timers.open === 1);
    timers.advance(4_999);
    peer.write('\n');
    timers.advance(1);
    const replies = await peer.rest();
    assert.deepEqual([replies.length, replies[0]!.id, kindOf(replies[0]!)], [1, null, 'unauthenticated']);
    peer.close();
    await eventually('no timer is left', () => timers.open === 0);
  });

  it('that came in time leaves no timer behind', async () => {
    const timers = new ManualTime();
    await greeted(await start({ timers }));
    assert.equal(timers.open, 0);
  });

  it('said twice is refused, and the connection goes on', async () => {
    const peer = await greeted(await start());
    peer.call(1, 'hello', helloOf());
    peer.call(2, 'health.show');
    assert.equal(kindOf(await peer.next()), 'invalid_state');
    assert.equal((await peer.next())?.id, 2);
  });

  it('on a named pipe: nothing is sent before a valid one', async () => {
    const server = await start({ startsMuted: true });
    for (const params of [helloOf({ token: 'wrong' }), helloOf({ token: 'wrong', protocol_version: 2 }), 5]) {
      const peer = await raw(server);
      peer.write('no json\n');
      peer.call(1, 'hello', params);
      assert.deepEqual(await peer.rest(), []);
    }
    const peer = await raw(server);
    peer.call(1, 'hello', helloOf({ protocol_version: 2 }));
    assert.equal(kindOf(await peer.next()), 'unavailable');
  });
});

describe('surfaces', () => {
  const { start, greeted } = testServers();
  const call = async (given: Parameters<typeof helloOf>[0], method: string) => {
    const peer = await greeted(await start(), given);
    peer.call(1, method, { task: 'a' });
    return peer.next();
  };
  const worker = { pid: 13, started_at: 1, name: 'claude', script: null, is_run: false };

  it('a worker is refused what is for a person', async () => {
    const reply = await call({}, 'task.cancel');
    assert.equal(kindOf(reply), 'forbidden');
    assert.equal((await call({}, 'task.show'))?.error, undefined);
  });

  it('the operator key gives the operator surface', async () => {
    assert.equal((await call({ operator_key: OPERATOR_KEY }, 'task.cancel'))?.error, undefined);
  });

  it('T7: below a worker process even the operator key gives the worker surface', async () => {
    for (const given of [{ process: worker }, { ancestors: [helloOf().process, worker] }]) {
      assert.equal(kindOf(await call({ operator_key: OPERATOR_KEY, ...given }, 'task.cancel')), 'forbidden');
    }
  });

  it('the pids of another place are not those of workers here', async () => {
    const origin = { host: 'elsewhere', boot_id: null, pid_namespace: null };
    const reply = await call({ operator_key: OPERATOR_KEY, process: worker, origin }, 'task.cancel');
    assert.equal(reply?.error, undefined);
  });

  it('a session knows who calls, without the secrets', async () => {
    const server = await start();
    await greeted(server, { operator_key: OPERATOR_KEY });
    const [session] = server.sessions();
    const { token: _token, ...facts } = helloOf();
    assert.deepEqual(session!.client, facts);
    assert.deepEqual(session!.identity, { surface: 'operator' });
  });
});

describe('every request is answered', () => {
  const { start, greeted } = testServers();

  it('broken JSON, an unknown method and bad parameters, and those after them', async () => {
    const peer = await greeted(await start());
    peer.write('{"jsonrpc": \n');
    peer.call(1, 'lease.steal');
    peer.call(2, 'lease.list', [1]);
    peer.call(3, 'constructor');
    peer.call(4, 'lease.list', undefined);
    const replies = [await peer.next(), await peer.next(), await peer.next(), await peer.next()];
    assert.deepEqual(
      replies.map((reply) => [reply?.id, reply?.error?.code, kindOf(reply)]),
      [
        [null, -32700, 'invalid_params'],
        [1, -32601, 'invalid_params'],
        [2, -32602, 'invalid_params'],
        [3, -32601, 'invalid_params'],
      ],
    );
    assert.deepEqual((await peer.next())?.result, { method: 'lease.list', params: {} });
  });

  it('a fault of its handler is `internal`, is logged by name, and tells nothing', async () => {
    const warnings: unknown[] = [];
    const handle = () => {
      throw new RangeError('secret');
    };
    const peer = await greeted(await start({ handle, log: { warn: (...said) => warnings.push(said) } }));
    peer.call(1, 'health.show');
    const reply = await peer.next();
    assert.equal(kindOf(reply), 'internal');
    assert.ok(!JSON.stringify([reply, warnings]).includes('secret'));
    assert.deepEqual(warnings, [['a request met a fault', { method: 'health.show', fault: 'RangeError' }]]);
  });

  it('a refusal of its handler arrives as it is', async () => {
    const error = new ProtocolError('gated', 'm', 'n', { facts: { gate: 'needs_human' } });
    const peer = await greeted(await start({ handle: () => Promise.reject(error) }));
    peer.call(1, 'lease.ack');
    assert.deepEqual((await peer.next())?.error, error.toWire());
  });

  it('an answer that is too large, or no JSON, is an error', async () => {
    const answers = ['x'.repeat(1_048_576), 5n];
    const peer = await greeted(await start({ handle: () => answers.shift() }));
    peer.call(1, 'health.show');
    peer.call(2, 'health.show');
    assert.deepEqual([kindOf(await peer.next()), kindOf(await peer.next())], ['too_large', 'internal']);
  });

  it('no answer is null', async () => {
    const peer = await greeted(await start({ handle: () => undefined }));
    peer.call(1, 'health.show');
    assert.equal((await peer.next())?.result, null);
  });
});

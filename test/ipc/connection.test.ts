import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { deferred } from '../../src/base/deferred.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { connect } from '../../src/ipc/client.ts';
import { moved } from '../../src/ipc/refusals.ts';
import type { SignalOf } from '../../src/ipc/runningRequests.ts';
import { eventually } from '../kit/eventually.ts';
import { helloOf } from '../kit/hello.ts';
import { ManualTime } from '../kit/manualTime.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { testServers } from '../kit/testServer.ts';

const failure = async (promise: Promise<unknown>): Promise<ProtocolError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProtocolError, String(error));
  return error;
};

/** A handler whose calls wait until a test ends them, or their signal does. */
function waiting(): {
  handle: (request: unknown, session: unknown, signal: SignalOf) => Promise<unknown>;
  begun: () => number;
  aborted: () => number;
  finish: (answer: unknown) => void;
} {
  const gate = deferred<unknown>();
  const signals: AbortSignal[] = [];
  return {
    handle: (_request, _session, signal) => {
      signals.push(signal());
      return gate.promise;
    },
    begun: () => signals.length,
    aborted: () => signals.filter((signal) => signal.aborted).length,
    finish: (answer) => gate.resolve(answer),
  };
}

describe('when a side goes', () => {
  const { start, greeted, client } = testServers();
  const folder = temporaryFolders();

  it('dispose answers what runs with `moved`, tells it to the idle, and closes', async () => {
    const { handle, begun, aborted } = waiting();
    const server = await start({ handle });
    const [busy, idle] = [await greeted(server), await greeted(server)];
    busy.call(1, 'lease.next');
    await eventually('the call waits', () => begun() === 1);
    const ended = server.dispose();
    const [answer, reason] = await busy.rest();
    assert.deepEqual([answer?.id, answer?.error?.data.facts], [1, { moved: true }]);
    for (const last of [reason, (await idle.rest())[0]]) {
      assert.deepEqual([last?.id, last?.error?.data.facts], [null, { moved: true, closing: true }]);
    }
    busy.close();
    idle.close();
    await ended;
    assert.equal(aborted(), 1);
  });

  it('dispose does not wait for a client that does not go', async () => {
    const timers = new ManualTime();
    const server = await start({ timers });
    await greeted(server);
    const ended = server.dispose();
    timers.advance(60_000);
    await ended;
    await server.dispose();
  });

  it('a client that is disposed fails what it asked, and asks no more', async () => {
    const { handle, begun } = waiting();
    const one = await client(await start({ handle }));
    const pending = failure(one.request('lease.next', {}));
    await eventually('the call waits', () => begun() === 1);
    one.dispose();
    one.dispose();
    assert.deepEqual((await pending).facts, { disposed: true });
    assert.deepEqual((await failure(one.request('lease.next', {}))).facts, { disposed: true });
  });

  it('a client whose server leaves fails what it asked with the reason, and closes', async () => {
    const { handle, begun } = waiting();
    const server = await start({ handle });
    const one = await client(server);
    const pending = [failure(one.request('lease.next', {})), failure(one.request('lease.ack', {}))];
    await eventually('the calls wait', () => begun() === 2);
    await server.dispose(moved('the window was closed'));
    for (const error of await Promise.all(pending)) {
      assert.deepEqual([error.isMoved, error.message], [true, 'the window was closed']);
    }
    await eventually('the client is closed', () => one.closed.aborted);
    assert.equal((await failure(one.request('lease.next', {}))).isMoved, true);
  });

  it('a client whose server breaks off fails what it asked as closed', async () => {
    const endpoint = path.join(folder(), 's.sock');
    const answer = `{"jsonrpc":"2.0","id":1,"result":{}}\n`;
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(answer, () => socket.once('data', () => socket.destroy())));
    });
    server.listen(endpoint);
    await once(server, 'listening');
    const one = await connect({ endpoint, hello: helloOf(), timeoutMs: 5_000 });
    server.close();
    const error = await failure(one.request('lease.next', {}));
    assert.deepEqual([error.kind, error.facts], ['unavailable', { closed: true }]);
    await eventually('the client is closed', () => one.closed.aborted);
  });

  it('a half-closed peer that asks nothing is let go at once', async () => {
    const timers = new ManualTime();
    const server = await start({ timers });
    const peer = await greeted(server);
    peer.socket.end();
    assert.equal(await peer.next(), null);
    await eventually('the session is gone', () => server.sessions().length === 0);
    assert.equal(timers.open, 0);
  });

  it('a half-closed peer still gets its answers, then the connection ends', async () => {
    const server = await start({ timers: new ManualTime() });
    const peer = await greeted(server);
    peer.call(1, 'health.show');
    peer.socket.end();
    assert.deepEqual(
      (await peer.rest()).map(({ id }) => id),
      [1],
    );
    await eventually('the session is gone', () => server.sessions().length === 0);
  });

  it('a half-closed peer may be gone: a call that waits on its behalf is told to stop', async () => {
    const { handle, begun, aborted, finish } = waiting();
    const server = await start({ handle, timers: new ManualTime() });
    const peer = await greeted(server);
    peer.call(1, 'lease.next');
    await eventually('the call waits', () => begun() === 1);
    peer.socket.end();
    await eventually('the call is told', () => aborted() === 1);
    finish('nothing');
    assert.equal((await peer.next())?.result, 'nothing');
    assert.equal(await peer.next(), null);
  });

  it('a half-closed peer is not waited for longer than it may linger', async () => {
    const timers = new ManualTime();
    const { handle, begun, aborted } = waiting();
    const server = await start({ handle, timers });
    const peer = await greeted(server);
    peer.call(1, 'lease.next');
    await eventually('the call waits', () => begun() === 1);
    peer.socket.end();
    await eventually('the server noticed', () => aborted() === 1);
    timers.advance(60_000);
    await eventually('the session is gone', () => server.sessions().length === 0);
    assert.equal(timers.open, 0);
  });

  it('a peer that breaks off stops the calls that wait for it', async () => {
    const { handle, begun, aborted } = waiting();
    const timers = new ManualTime();
    const server = await start({ handle, timers });
    const peer = await greeted(server);
    const closed = server.sessions()[0]!.closed;
    peer.call(1, 'lease.next');
    await eventually('the call waits', () => begun() === 1);
    peer.close();
    await eventually('the call is told', () => aborted() === 1);
    timers.advance(60_000);
    await eventually('the session says so', () => closed.aborted);
  });
});

describe('a client', () => {
  const { start, client } = testServers();

  it('that gives up a call by its signal tells the server, and others go on', async () => {
    const { handle, aborted, begun, finish } = waiting();
    const one = await client(await start({ handle }));
    const control = new AbortController();
    const pending = one.request('lease.next', {}, { signal: control.signal });
    const other = one.request('lease.next', {});
    await eventually('the calls wait', () => begun() === 2);
    control.abort(new Error('Ctrl-C'));
    await assert.rejects(pending, /Ctrl-C/);
    await eventually('the server knows', () => aborted() === 1);
    finish('done');
    assert.equal(await other, 'done');
  });

  it('whose signal is aborted already asks nothing', async () => {
    const { handle, begun } = waiting();
    const one = await client(await start({ handle }));
    await assert.rejects(one.request('lease.next', {}, { signal: AbortSignal.abort(new Error('no')) }), /no/);
    assert.equal(begun(), 0);
  });

  it('gives up a call by its time', async () => {
    const timers = new ManualTime();
    const { handle, begun } = waiting();
    const one = await client(await start({ handle }), { timers });
    const pending = failure(one.request('lease.next', {}, { timeoutMs: 1_000 }));
    await eventually('the call waits', () => begun() === 1);
    timers.advance(1_000);
    assert.deepEqual((await pending).facts, { timeout_ms: 1_000 });
    assert.equal(timers.open, 0);
  });

  it('is told at once that its message would be too large', async () => {
    const one = await client(await start());
    const error = await failure(one.request('task.add', { title: 'é'.repeat(600_000) }));
    assert.equal(error.kind, 'too_large');
    assert.deepEqual(await one.request('task.show', { task: 'a' }), {
      method: 'task.show',
      params: { task: 'a' },
    });
  });

  it('that is refused gets the reason', async () => {
    const server = await start();
    const error = await failure(client(server, { hello: helloOf({ token: 'wrong' }) }));
    assert.equal(error.kind, 'unauthenticated');
  });

  it('answers what the server asks of it, and refuses what it has no handler for', async () => {
    const server = await start();
    const answer = { endpoint_id: 'terminal:1', pid: 1, state: 'injected', reason: null } as const;
    await client(server, { handlers: { 'endpoint.offer': () => Promise.resolve(answer) } });
    await client(server);
    const [window, cli] = server.sessions();
    const params = { worker: 'demo', processes: [], turn_ended_at: null, offer: null };
    assert.deepEqual(await window!.request('endpoint.offer', params), answer);
    const refusal = await failure(cli!.request('endpoint.offer', params));
    assert.deepEqual([refusal.kind, refusal.code], ['invalid_params', -32601]);
  });
});

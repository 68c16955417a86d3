import assert from 'node:assert/strict';
import type { EventView } from '../../src/protocol/views.ts';
import { deferred } from '../../src/base/deferred.ts';
import { MAX_MESSAGE_BYTES } from '../../src/protocol/framing.ts';
import { encodeEvent } from '../../src/ipc/session.ts';
import { eventually } from '../kit/eventually.ts';
import { ManualTime } from '../kit/manualTime.ts';
import { testServers } from '../kit/testServer.ts';

const eventAt = (position: number, text = ''): EventView => ({
  position,
  id: `event-${position}`,
  type: 'ScopePaused',
  version: 1,
  at: 1,
  actor: { surface: 'system', name: 'signalbox' },
  request_id: null,
  task_id: null,
  lease_id: null,
  worker: null,
  data: { text },
});

describe('the limits of a server', () => {
  const { start, raw, greeted, client } = testServers();

  it('a message over 1 MiB is refused, however it is cut, and the connection and the others go on', async () => {
    const server = await start();
    const [large, other] = [await greeted(server), await greeted(server)];
    const piece = 'x'.repeat(65_521);
    for (let sent = 0; sent <= MAX_MESSAGE_BYTES; sent += piece.length) large.write(piece);
    assert.equal((await large.next())?.error?.data.kind, 'too_large');
    other.call(1, 'health.show');
    assert.equal((await other.next())?.id, 1);
    large.write('\n');
    large.call(2, 'health.show');
    assert.equal((await large.next())?.id, 2);
  });

  it('a message of 1 MiB passes', async () => {
    const peer = await greeted(await start({ handle: ({ params }) => String(params['task']).length }));
    const message = (task: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'task.show', params: { task } });
    const room = MAX_MESSAGE_BYTES - message('').length;
    peer.write(`${message('x'.repeat(room))}\n`);
    assert.equal((await peer.next())?.result, room);
  });

  it('200 clients at once are all served, and their surfaces kept apart', async () => {
    const server = await start();
    const clients = await Promise.all(Array.from({ length: 200 }, () => client(server)));
    const answers = await Promise.all(
      clients.map((one, index) => one.request('task.show', { task: `task-${index}` })),
    );
    assert.deepEqual(
      answers,
      clients.map((_, index) => ({ method: 'task.show', params: { task: `task-${index}` } })),
    );
    assert.equal(server.sessions().length, 200);
  });

  it('one connection over the limit is told so; once one is gone the next is taken', async () => {
    const server = await start({ limits: { connections: 2 } });
    const first = await greeted(server);
    await greeted(server);
    const [reply] = await (await raw(server)).rest();
    assert.deepEqual([reply?.id, reply?.error?.data.kind], [null, 'busy']);
    first.close();
    await eventually('the first one is gone', () => server.sessions().length === 1);
    const next = await greeted(server);
    next.call(1, 'health.show');
    assert.equal((await next.next())?.id, 1);
  });

  it('the default is 256 connections', async () => {
    const server = await start();
    await Promise.all(Array.from({ length: 256 }, () => greeted(server)));
    const [reply] = await (await raw(server)).rest();
    assert.equal(reply?.error?.data.facts['limit'], 256);
  });

  it('the 65th request in flight is refused as busy, the 64 go on', async () => {
    const gate = deferred<string>();
    const peer = await greeted(await start({ handle: () => gate.promise }));
    for (let id = 1; id <= 65; id += 1) peer.call(id, 'lease.next');
    const refusal = await peer.next();
    assert.deepEqual([refusal?.id, refusal?.error?.data.kind], [65, 'busy']);
    assert.equal(typeof refusal?.error?.data.facts['retry_after_ms'], 'number');
    gate.resolve('done');
    for (let id = 1; id <= 64; id += 1) {
      const reply = await peer.next();
      assert.deepEqual([reply?.id, reply?.result], [id, 'done']);
    }
    peer.call(66, 'lease.next');
    assert.equal((await peer.next())?.result, 'done');
  });

  it('an id that is in use is refused', async () => {
    const gate = deferred<string>();
    const peer = await greeted(await start({ handle: () => gate.promise }));
    peer.call('same', 'lease.next');
    peer.call('same', 'lease.next');
    assert.equal((await peer.next())?.error?.data.kind, 'invalid_params');
    gate.resolve('done');
    assert.equal((await peer.next())?.result, 'done');
  });

  it('a follower that does not read is cut off, told where to resume, and dropped after a while', async () => {
    const timers = new ManualTime();
    const server = await start({ timers, limits: { unreadEventBytes: 100_000 } });
    const peer = await greeted(server);
    const other = await greeted(server);
    peer.socket.pause();
    const [session, second] = server.sessions();
    let position = 0;
    const send = () => session!.sendEvent(encodeEvent(eventAt(++position, 'x'.repeat(10_000))));
    await eventually('the follower is cut off', () => !send());
    assert.equal(session!.sendEvent(encodeEvent(eventAt(99))), false);
    assert.equal(second!.sendEvent(encodeEvent(eventAt(99))), true);
    assert.equal((await other.next())?.method, 'event');

    peer.socket.resume();
    const replies = await peer.rest();
    const seen = replies.filter(({ method }) => method === 'event').length;
    const [cutOff, reason] = replies.slice(seen);
    assert.deepEqual(cutOff, {
      jsonrpc: '2.0',
      method: 'events.cut_off',
      params: { resume_from: seen + 1 },
    });
    assert.deepEqual(reason?.error?.data.facts, { resume_from: seen + 1, closing: true });
    timers.advance(60_000);
    await eventually('its connection is gone', () => server.sessions().length === 1);
  });

  it('answers that are not read stop the reading of more requests, not those of others', async () => {
    let handled = 0;
    const handle = () => {
      handled += 1;
      return 'x'.repeat(100_000);
    };
    const server = await start({ handle });
    const [slow, other] = [await greeted(server), await greeted(server)];
    slow.socket.pause();
    const requests = 5_000;
    for (let id = 0; id < requests; id += 1) slow.call(id, 'health.show');
    await eventually('some are handled', () => handled > 0);
    other.call(1, 'health.show');
    assert.equal((await other.next())?.id, 1);
    assert.ok(handled < requests / 2, `${handled} were handled`);
    slow.socket.resume();
    let answered = 0;
    while (answered < requests && (await slow.next()) !== null) answered += 1;
    assert.equal(answered, requests);
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { uuid7 } from '../../src/base/uuid7.ts';
import { eventually } from '../kit/eventually.ts';
import type { RawPeer } from '../kit/rawPeer.ts';
import { type Running, shells } from '../kit/shells.ts';
import { greetedAt } from './kit/realHost.ts';

describe('a hand-over, as a client sees it', function () {
  this.timeout(120_000);
  const { signalbox, served, person, terminal } = shells();
  const peers: RawPeer[] = [];
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.close();
  });
  const greeted = async (root: string, secret: 'worker' | 'operator') => {
    const peer = await greetedAt(root, secret);
    peers.push(peer);
    return peer;
  };
  const next = async (root: string): Promise<Running> => {
    const coordinator = signalbox(root, ['serve']);
    await coordinator.says(/Signalbox serves .*\n/);
    return coordinator;
  };

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`W2: after ${signal} of the coordinator the next one gives the first answer to the same request id`, async () => {
      const { root, coordinator } = await served();
      const params = { title: 'Once', request_id: uuid7(Date.now(), randomBytes(10)) };
      const before = await greeted(root, 'operator');
      before.call(1, 'task.add', params);
      const first = (await before.next())?.result;
      assert.ok(first !== undefined);
      coordinator.signal(signal);
      await coordinator.end();
      await next(root);
      const after = await greeted(root, 'operator');
      after.call(1, 'task.add', params);
      assert.deepEqual((await after.next())?.result, first);
      after.call(2, 'task.add', { ...params, title: 'Twice' });
      assert.equal((await after.next())?.error?.data.kind, 'invalid_params');
      after.call(3, 'task.list');
      assert.equal(((await after.next())?.result as { tasks: unknown[] }).tasks.length, 1);
    });
  }

  it('a coordinator that leaves answers what runs with `moved`, and closes', async () => {
    const { root, coordinator } = await served();
    const peer = await greeted(root, 'worker');
    peer.call(1, 'lease.next', { worker: 'w1', wait_ms: 60_000 });
    coordinator.signal('SIGINT');
    const replies = await peer.rest();
    assert.deepEqual(
      replies.map(({ id, error }) => [id, error?.data.kind, error?.data.facts['moved']]),
      [
        [1, 'unavailable', true],
        [null, 'unavailable', true],
      ],
    );
  });

  it('a call that waits goes on at the next coordinator, and gets its work there once', async () => {
    const { root, coordinator } = await served();
    const agent = terminal(root, 'signalbox next --worker w1 --wait 100s; echo "next $?"');
    await eventually(
      'the call is heard',
      async () => (await person(root, 'worker', 'list')).out.includes('w1'),
      20_000,
    );
    coordinator.signal('SIGKILL');
    await coordinator.end();
    await next(root);
    await person(root, 'task', 'add', 'Later');
    await agent.says(/: Later\n[^]*next 0/);
    assert.match((await person(root, 'status')).out, /1 running/);
  });

  it('a call whose coordinator does not come back gives up after 6 s: exit 9, and what to do', async () => {
    const { root, coordinator } = await served();
    const agent = terminal(root, 'signalbox next --worker w1 --wait 100s; echo "next $?"');
    await eventually(
      'the call is heard',
      async () => (await person(root, 'worker', 'list')).out.includes('w1'),
      20_000,
    );
    const begun = performance.now();
    coordinator.signal('SIGINT');
    await agent.says(/next 9/);
    const tookMs = performance.now() - begun;
    assert.ok(tookMs > 5_500, `${tookMs} ms`);
    assert.match(agent.err, /\nOpen the folder in VS Code, or run `signalbox serve`\.\n/);
  });

  it('C20: a follower that does not read is cut off, told where to resume, and misses nothing by doing so', async () => {
    const { root } = await served();
    const [follower, person_] = [await greeted(root, 'worker'), await greeted(root, 'operator')];
    const positionsOf = (replies: readonly (object | null)[]) =>
      (replies as { method?: string; params?: { position: number } }[])
        .filter(({ method }) => method === 'event')
        .map(({ params }) => params!.position);
    follower.call('follow', 'events.subscribe', { from: 1 });
    const begun = await follower.next();
    follower.socket.pause();
    const facts = async () => {
      person_.call('health', 'health.show');
      return JSON.stringify((await person_.next())?.result);
    };
    let isCutOff = false;
    // Asked each time: what was not read is kept for 2 s after the cut.
    for (let count = 0; count < 2_000 && !isCutOff; count += 1) {
      person_.call(count, 'task.add', { title: 't'.repeat(400), plan: `plan-${count}` });
      assert.equal((await person_.next())?.error, undefined);
      isCutOff = /[1-9]\d* cut off/.test(await facts());
    }
    assert.ok(isCutOff, await facts());
    follower.socket.resume();
    const seen = await follower.rest();
    const cutOff = seen.find(({ method }) => method === 'events.cut_off');
    const { resume_from: from } = cutOff?.['params'] as { resume_from: number };
    const before = positionsOf([begun, ...seen]);
    assert.deepEqual(
      before,
      Array.from({ length: from - 1 }, (_, index) => index + 1),
    );
    const again = await greeted(root, 'worker');
    again.call('follow', 'events.subscribe', { from });
    person_.call('list', 'task.list', { limit: 1 });
    const { position } = (await person_.next())?.result as { position: number };
    const later: (object | null)[] = [];
    while ((positionsOf(later).at(-1) ?? 0) < position) later.push(await again.next());
    assert.deepEqual(
      positionsOf(later),
      Array.from({ length: position - from + 1 }, (_, index) => from + index),
    );
  });
});

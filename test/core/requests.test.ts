import assert from 'node:assert/strict';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { RequestId } from '../../src/core/model/ids.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { held, leaseNow, offered } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { snapshotOf } from '../kit/snapshots.ts';

const day = 24 * 60 * 60 * 1000;
const startAt = 100 * day;
let count = 0;

const markAt = (at: number, digest = 'digest') => {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(6, (count += 1));
  return { requestId: uuid7(at, bytes) as RequestId, digest };
};

function started(): CoreWorld {
  const world = new CoreWorld();
  world.now = startAt;
  return world;
}

describe('W2: request ids', () => {
  it('W2: a repeat gives the first answer and changes nothing', () => {
    const world = started();
    const call = held(world);
    const request = markAt(startAt);
    const by = { actor: worker(), request };
    const first = world.ok('lease.complete', { ...call, checkpoint: { summary: 'done' } }, by);
    const mark = world.events.length;
    world.now += day;
    assert.deepEqual(world.ok('lease.complete', { ...call, checkpoint: { summary: 'done' } }, by), first);
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('W2: the events carry the request id, and the answer is stored with them', () => {
    const world = started();
    const call = held(world);
    const request = markAt(startAt);
    const mark = world.events.length;
    world.ok('lease.release', call, { actor: worker(), request });
    const made = world.events.slice(mark);
    assert.equal(made.at(-1)?.type, 'RequestAccepted');
    assert.deepEqual([...new Set(made.map(({ requestId }) => requestId))], [request.requestId]);
  });

  it('W2: the same id with other parameters is refused', () => {
    const world = started();
    const call = held(world);
    const request = markAt(startAt);
    world.ok('lease.release', call, { actor: worker(), request });
    const other = { actor: worker(), request: { ...request, digest: 'another' } };
    assert.equal(world.refused('lease.complete', call, other).kind, 'invalid_params');
  });

  it('W2: a repeat after a replay of the register, as another writer makes it, gives the first answer', () => {
    const world = started();
    const { id } = offered(world);
    const by = { actor: worker(), request: markAt(startAt) };
    const first = world.ok('lease.ack', { lease: id }, by);
    const other = started();
    for (const event of world.events) evolve(other.state, event);
    assert.deepEqual(other.ok('lease.ack', { lease: id }, by), first);
  });

  it('W2: request ids count per surface and worker', () => {
    const world = started();
    const request = markAt(startAt);
    const title = 'Fix parser';
    const actors = [worker('one'), worker('two'), operator('one'), operator('two')];
    const ids = actors.map((actor) => world.ok('task.add', { title }, { actor, request }).task.facts.id);
    assert.deepEqual(ids, ['workspace/1', 'workspace/2', 'workspace/3', 'workspace/4']);
    const again = actors.map((actor) => world.ok('task.add', { title }, { actor, request }).task.facts.id);
    assert.deepEqual(again, ids);
  });

  it('W2: only accepted mutations are kept: a refused one may be repeated', () => {
    const world = started();
    const { id } = offered(world);
    const by = { actor: worker(), request: markAt(startAt) };
    assert.equal(world.refused('lease.renew', { lease: id }, by).kind, 'invalid_state');
    const { epoch } = world.ack(leaseNow(world, { lease: id }));
    assert.ok(world.run('lease.renew', { lease: id, epoch }, by).result.ok);
  });

  it('W2: a next that gave nothing is judged anew', () => {
    const world = started();
    const by = { actor: worker(), request: markAt(startAt) };
    assert.equal(world.ok('lease.next', {}, by).grant, null);
    world.tick(snapshotOf());
    assert.ok(world.ok('lease.next', {}, by).grant);
  });

  it('W2: a request id is refused after 7 days, more than 5 minutes ahead, or when it is no UUIDv7', () => {
    const world = started();
    const ask = (request: ReturnType<typeof markAt>) =>
      world.run('task.add', { title: 'Fix parser' }, { actor: operator(), request }).result;
    assert.ok(ask(markAt(startAt - 7 * day + 1)).ok);
    assert.ok(ask(markAt(startAt + 5 * 60_000)).ok);
    const wrong = [
      markAt(startAt - 7 * day),
      markAt(startAt + 5 * 60_000 + 1),
      { requestId: 'abc' as RequestId, digest: 'd' },
      { requestId: '00000000-0000-4000-8000-000000000000' as RequestId, digest: 'd' },
    ];
    for (const request of wrong) {
      const result = ask(request);
      assert.equal(result.ok ? 'accepted' : result.error.kind, 'invalid_params');
    }
  });

  it('W2: a known request is refused, not repeated, once it is older than 7 days, and then forgotten', () => {
    const world = started();
    const by = { actor: operator(), request: markAt(startAt) };
    world.ok('task.add', { title: 'Fix parser' }, by);
    world.now += 7 * day;
    assert.equal(world.refused('task.add', { title: 'Fix parser' }, by).kind, 'invalid_params');
    world.now += day;
    world.ok('task.add', { title: 'Fix lexer' }, { actor: operator(), request: markAt(world.now) });
    assert.equal(world.state.requests.size, 1);
  });

  it('W2: an id from a clock that is ahead is known as long as it would pass', () => {
    const world = started();
    const by = { actor: operator(), request: markAt(startAt + 5 * 60_000) };
    const first = world.ok('task.add', { title: 'Fix parser' }, by);
    world.now = startAt + 7 * day + 60_000;
    world.ok('task.add', { title: 'Fix lexer' }, { actor: operator(), request: markAt(world.now) });
    assert.deepEqual(world.ok('task.add', { title: 'Fix parser' }, by), first);
  });

  it('W2, C6: a waiting next that a tick served gives its lease again to the same request id', () => {
    const world = started();
    const by = { actor: worker(), request: markAt(startAt) };
    world.ok('lease.next', { worker: 'lone', repo: 'demo' }, by);
    const known = { worker: 'lone', session: null, process: null, repo: null, taskId: null, ttlMs: null };
    const ended = [{ leaseId: 'lease-0', state: 'stopped', reason: 'operator' }];
    const waiters = [{ actor: by.actor, ...known, request: by.request, ended }] as never;
    world.settings = { ...world.settings, workers: [] };
    const [handOut] = world.tick(snapshotOf(), 1000, { waiters }).handOuts;
    assert.ok(handOut?.answer.grant);
    assert.deepEqual(handOut.answer.ended, ended);
    assert.deepEqual(world.ok('lease.next', { worker: 'lone', repo: 'demo' }, by), handOut.answer);
  });
});

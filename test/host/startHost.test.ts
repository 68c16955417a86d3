import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { ProtocolError } from '../../src/protocol/errors.ts';
import type { EventView } from '../../src/protocol/views.ts';
import { StoreBusy } from '../../src/store/sqlite/writer/holder.ts';
import { eventually } from '../kit/eventually.ts';
import { hosts } from '../kit/hosts.ts';

const refusal = (kind: string) => (error: ProtocolError) => error.kind === kind;

describe('a host over a real folder', () => {
  const { root: newRoot, start, connect } = hosts();

  it('a worker takes, turns and completes a task that a person added; everybody sees it', async () => {
    const root = newRoot('odd name ✓');
    await start(root);
    const person = await connect(root, 'operator');
    const worker = await connect(root, 'worker');
    assert.equal(person.welcome.surface, 'operator');
    assert.equal(worker.welcome.surface, 'worker');
    const [repo] = (await person.request('scope.list', {})).scopes;
    assert.ok(repo);
    const added = await person.request('task.add', { title: 'Fix parser' });
    const { grant } = await worker.request('lease.next', { worker: 'w1', repo: repo.repo, wait_ms: 5_000 });
    assert.ok(grant);
    assert.equal(grant.lease.task_id, added.task.id);
    const call = { lease: grant.lease.id, worker: 'w1', epoch: grant.epoch };
    const asked = await worker.request('question.ask', { ...call, text: 'Which way?', options: ['a', 'b'] });
    await person.request('question.answer', { question: asked.question.id, value: 'b' });
    const turn = await worker.request('lease.turn', { ...call, verdict: 'continue' });
    assert.deepEqual(
      turn.decisions.map(({ value }) => value),
      ['b'],
    );
    const done = await worker.request('lease.complete', { ...call, checkpoint: { summary: 'done' } });
    assert.equal(done.lease.state, 'completed');
    const { leases } = await person.request('lease.list', {});
    assert.deepEqual(
      leases.map(({ state, worker: by, title }) => ({ state, by, title })),
      [{ state: 'completed', by: 'w1', title: 'Fix parser' }],
    );
    const { task } = await person.request('task.show', { task: added.task.id });
    assert.equal(task.status, 'done');
  });

  it('S2: a second host on the folder is refused at once, and the refusal names the process', async () => {
    const root = newRoot();
    await start(root);
    await assert.rejects(
      start(root),
      (error) => error instanceof StoreBusy && error.message.includes(String(process.pid)),
    );
  });

  it('T7: the worker surface may not act as a person', async () => {
    const root = newRoot();
    await start(root);
    const worker = await connect(root, 'worker');
    await assert.rejects(worker.request('scope.pause', { repo: 'demo' }), refusal('forbidden'));
    await assert.rejects(worker.request('store.backup', {}), refusal('forbidden'));
  });

  it('W2: a repeated request gets the first answer, also from the next host', async () => {
    const root = newRoot();
    const first = await start(root);
    const before = await connect(root, 'operator');
    const request_id = uuid7(Date.now(), randomBytes(10));
    const params = { title: 'Fix parser', request_id };
    const answer = await before.request('task.add', params);
    assert.deepEqual(await before.request('task.add', params), answer);
    await first.dispose();
    await start(root);
    const after = await connect(root, 'operator');
    assert.deepEqual(await after.request('task.add', params), answer);
    assert.equal((await after.request('task.list', {})).tasks.length, 1);
    await assert.rejects(after.request('task.add', { ...params, title: 'Other' }), refusal('invalid_params'));
  });

  it('store rule 8: a person folds the journal into a snapshot, and the tables are proved by a replay', async () => {
    const root = newRoot();
    await start(root);
    const person = await connect(root, 'operator');
    await person.request('task.add', { title: 'One' });
    const compacted = await person.request('store.compact', {});
    assert.ok(compacted.bytes_after > compacted.bytes_before);
    const verified = await person.request('store.verify', {});
    assert.deepEqual({ ok: verified.ok, problems: verified.problems }, { ok: true, problems: [] });
    assert.equal(verified.events, verified.position);
  });

  it('C20: a follower gets every event once and in order, from a position on', async () => {
    const root = newRoot();
    await start(root);
    const person = await connect(root, 'operator');
    await person.request('task.add', { title: 'One' });
    const follower = await connect(root, 'worker');
    const seen: EventView[] = [];
    follower.onNotification((notification) => {
      if (notification.method === 'event') seen.push(notification.params);
    });
    await follower.request('events.subscribe', { from: 1 });
    await person.request('task.add', { title: 'Two' });
    await eventually(
      'both tasks are seen',
      () => seen.filter(({ type }) => type === 'TaskObserved').length === 2,
    );
    assert.deepEqual(
      seen.map(({ position }) => position),
      seen.map((_, index) => index + 1),
    );
  });

  it('a task file is read, and again when it changes', async () => {
    const root = newRoot();
    const tasks = path.join(root, '.signalbox', 'tasks');
    mkdirSync(tasks);
    writeFileSync(path.join(tasks, 'a.yaml'), 'tasks:\n  - {id: "one", title: First, status: todo}\n');
    await start(root);
    const person = await connect(root, 'operator');
    const ids = async () => (await person.request('task.list', {})).tasks.map(({ id }) => id);
    await eventually('the file is read', async () => (await ids()).includes('file/one'));
    writeFileSync(path.join(tasks, 'b.yaml'), 'tasks:\n  - {id: "two", title: Second, status: todo}\n');
    await eventually('the second file is read', async () => (await ids()).includes('file/two'));
  });

  it('C21: an invalid configuration is told in health, refuses dispatch and serves reads', async () => {
    const root = newRoot();
    writeFileSync(path.join(root, '.signalbox', 'config.json'), '{ "maxAttempts": 10 }');
    await start(root);
    const person = await connect(root, 'operator');
    const { rows } = await person.request('health.show', {});
    const problem = rows.find(({ group }) => group === 'configuration');
    assert.equal(problem?.level, 'error');
    assert.match(problem.reason, /maxAttempts/);
    assert.ok(problem.next);
    assert.equal((await person.request('config.show', {})).in_force, null);
  });

  it('a socket that a cleaner of temporary folders removed is put back', async () => {
    const root = newRoot();
    const host = await start(root);
    rmSync(host.endpoint);
    await eventually('somebody answers again', () => existsSync(host.endpoint));
    const person = await connect(root, 'operator');
    assert.equal(person.welcome.surface, 'operator');
  });

  it('C15: tasks that a gate holds are listed by it, and a cancelled one is listed as cancelled', async () => {
    const root = newRoot();
    await start(root);
    const person = await connect(root, 'operator');
    await person.request('task.add', { title: 'Get a secret' });
    await person.request('task.add', { title: 'Fix parser' });
    await person.request('task.cancel', { task: 'workspace/2' });
    const ids = async (params: { gated?: boolean; status?: string }) =>
      (await person.request('task.list', params)).tasks.map(({ id }) => id);
    assert.deepEqual(await ids({ gated: true }), ['workspace/1']);
    assert.deepEqual(await ids({ status: 'cancel' }), ['workspace/2']);
    assert.deepEqual(await ids({ status: 'todo' }), ['workspace/1']);
  });

  it('lists are paged by a cursor', async () => {
    const root = newRoot();
    await start(root);
    const person = await connect(root, 'operator');
    for (const title of ['One', 'Two', 'Three']) await person.request('task.add', { title });
    const first = await person.request('task.list', { limit: 2 });
    assert.equal(first.tasks.length, 2);
    assert.ok(first.next_cursor);
    const second = await person.request('task.list', { limit: 2, cursor: first.next_cursor });
    assert.deepEqual(
      second.tasks.map(({ title }) => title),
      ['Three'],
    );
    assert.equal(second.next_cursor, null);
    await assert.rejects(person.request('task.list', { cursor: 'nowhere' }), refusal('gone'));
  });
});

import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import type { HumanInput } from '../../src/core/model/snapshot.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { hasSettled, settled } from '../kit/settled.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const found = (external_id: string, value: string): HumanInput => ({ decisions: [{ external_id, value }] });

describe('T2, T6: human input at a turn', () => {
  let world: World;
  let coordinator: Coordinator;
  let call: { lease: string; epoch: string };

  beforeEach(async () => {
    world = new World(snapshotOf());
    coordinator = await world.open();
    await coordinator.tick();
    const acked = await coordinator.execute(
      'lease.ack',
      { lease: leasesOf(coordinator)[0]?.id as string },
      byWorker(),
    );
    assert.ok(acked.ok);
    call = { lease: acked.value.lease.id, epoch: acked.value.epoch };
  });

  afterEach(async () => {
    await world.close();
    assert.equal(world.time.open, 0, 'a timer is left open');
  });

  const turn = (given: object = {}) =>
    coordinator.turn({ ...call, verdict: 'continue', ...given }, byWorker());
  const session = () =>
    coordinator.health().find(({ group, id }) => group === 'session' && id === 'hub/task');

  /** The hub's answers wait until the test gives them; answers what was asked for, in order. */
  function heldHub() {
    const asked: ((input: HumanInput) => void)[] = [];
    world.hub.reconcile = () => new Promise((resolve) => asked.push(resolve));
    return asked;
  }

  it('T2: a call that does not pass its fence asks nobody', async () => {
    const asked = heldHub();
    const stale = await turn({ epoch: '0.stale' });
    assert.equal(stale.ok ? '' : stale.error.kind, 'conflict');
    assert.equal(asked.length, 0);
  });

  it('T2: the source is asked for this task, and a decision recorded meanwhile is returned', async () => {
    const asked = heldHub();
    const answer = turn();
    await settled();
    await coordinator.execute('decision.record', { task: 'hub/task', value: 'use tabs' }, byOperator());
    asked[0]?.(found('d1', 'no semicolons'));
    const settledTurn = await answer;
    assert.ok(settledTurn.ok);
    assert.deepEqual(
      settledTurn.value.decisions.map(({ value }) => value),
      ['use tabs', 'no semicolons'],
    );
  });

  it('T2: others work on while a source is asked', async () => {
    const asked = heldHub();
    const answer = turn();
    await settled();
    assert.ok((await coordinator.execute('task.add', { title: 'Fix lexer' }, byOperator())).ok);
    asked[0]?.({ decisions: [] });
    assert.ok((await answer).ok);
  });

  it('T2: it is fenced again after the reconcile', async () => {
    const asked = heldHub();
    const answer = turn();
    await settled();
    await coordinator.execute('lease.release', { lease: call.lease }, byOperator());
    asked[0]?.(found('d1', 'use tabs'));
    const refused = await answer;
    assert.equal(refused.ok ? '' : refused.error.kind, 'conflict');
    assert.equal(coordinator.state.decisions.size, 0);
  });

  it('T2: one reconcile at a time per task', async () => {
    const asked = heldHub();
    const answers = [turn(), turn()];
    await settled();
    assert.equal(asked.length, 1);
    asked[0]?.({ decisions: [] });
    await settled();
    assert.equal(asked.length, 2);
    asked[1]?.(found('d1', 'use tabs'));
    const [first, second] = await Promise.all(answers);
    assert.ok(first?.ok && second?.ok);
    assert.deepEqual([first.value.decisions.length, second.value.decisions.length], [0, 1]);
  });

  it('T2: a gate that the reconcile finds stops the lease', async () => {
    world.hub.human = { decisions: [], task: taskOf({ needs_human: true }) };
    const answer = await turn();
    assert.ok(answer.ok);
    assert.deepEqual([answer.value.verdict, answer.value.reason], ['refuse', 'gated']);
    assert.equal(leasesOf(coordinator)[0]?.state, 'stopped');
  });

  it('T2, C13: a holder whose call came in time is not lost while its source is asked', async () => {
    const asked = heldHub();
    world.time.advance(599_000);
    const answer = turn();
    await settled();
    world.time.advance(2000);
    await coordinator.tick();
    asked[0]?.({ decisions: [] });
    assert.ok((await answer).ok);
    assert.equal(leasesOf(coordinator)[0]?.state, 'acknowledged');
  });

  it('T6: a failed reconcile is no error to the worker: its verdict stands, known decisions are returned', async () => {
    await coordinator.execute('decision.record', { task: 'hub/task', value: 'use tabs' }, byOperator());
    world.hub.human = new Error('offline');
    const answer = await turn();
    assert.ok(answer.ok);
    assert.equal(answer.value.verdict, 'continue');
    assert.deepEqual(
      answer.value.decisions.map(({ value }) => value),
      ['use tabs'],
    );
    assert.match(session()?.lastError ?? '', /reconcile human input: offline/);
    assert.equal(session()?.level, 'warn');
  });

  it("T6: one that hangs is given up after 5 s, and its late answer is nobody's", async () => {
    world.hub.human = 'silence';
    const answer = turn();
    await settled();
    world.time.advance(4999);
    assert.equal(await hasSettled(answer), false);
    world.time.advance(1);
    assert.ok((await answer).ok);
    assert.match(session()?.lastError ?? '', /reconcile human input: timed out after 5 s/);
  });

  it('T6: a source that throws what is no error is shown as well', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    world.hub.reconcile = () => Promise.reject('no');
    assert.ok((await turn()).ok);
    assert.equal(session()?.lastError, 'reconcile human input: no');
  });

  it('T6: it clears on the next success', async () => {
    world.hub.human = new Error('offline');
    await turn();
    world.hub.human = { decisions: [] };
    await turn();
    assert.deepEqual([session()?.lastError, session()?.level], [null, 'ok']);
  });

  it('T6: a source without human input has nothing to fail', async () => {
    await coordinator.execute('lease.complete', call, byWorker());
    await coordinator.execute('task.add', { title: 'Fix lexer' }, byOperator());
    await coordinator.tick();
    const { grant } = await coordinator
      .next({}, byWorker(), { waitMs: 0 })
      .then((answer) => (answer.ok ? answer.value : { grant: null }));
    assert.ok(grant);
    const given = { lease: grant.lease.id, epoch: grant.epoch, verdict: 'continue' };
    assert.ok((await coordinator.turn(given, byWorker())).ok);
    const row = coordinator.health().find(({ id }) => id === grant.lease.taskId);
    assert.equal(row?.lastError, null);
  });
});

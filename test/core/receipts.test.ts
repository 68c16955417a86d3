import assert from 'node:assert/strict';
import type { ReceiptId } from '../../src/core/model/ids.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { messageOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const says = snapshotOf();
const receipts = (world: CoreWorld) => [...world.state.outbox.values()];

describe('C18: each state change of a lease writes a receipt in the same commit', () => {
  it('one for each state that it passes, in order', () => {
    const world = new CoreWorld();
    world.tick(says);
    world.tick(says, 30_000);
    world.tick(says, 5_000);
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.complete', { lease: lease.id, epoch }, { actor: worker() });
    assert.deepEqual(
      receipts(world).map(({ state, reason, attempt }) => [state, reason, attempt]),
      [
        ['waiting', 'not_ready', 0],
        ['pending', 'no_worker', 0],
        ['offered', null, 1],
        ['backoff', 'unanswered', 1],
        ['offered', null, 2],
        ['acknowledged', null, 2],
        ['completed', null, 2],
      ],
    );
  });

  it('it is built from the list and nothing else', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf({ external_id: 'issue-7' })] }), 1000);
    const transport = { endpointId: 'e', state: 'injected', reason: null } as const;
    const { id: leaseId, triggerId } = world.lease();
    world.ok('delivery.report', { leaseId, attempt: 1, result: { kind: 'state', transport } });
    world.ack(world.lease());
    const last = receipts(world).at(-1);
    assert.deepEqual(last, {
      ...{ id: last?.id, leaseId, triggerId, source: 'hub', externalId: 'issue-7', repo: 'demo' },
      ...{ state: 'acknowledged', reason: null, attempt: 1, transportState: 'injected', at: 1000 },
    });
  });

  it('that of a message names it as one, since a task may have its id', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf({ id: 'm' })], messages: [messageOf({ id: 'm' })] }));
    assert.deepEqual([...new Set(receipts(world).map(({ externalId }) => externalId))], ['m', 'message/m']);
  });

  it('no text of a person, worker or task gets into one', () => {
    const world = new CoreWorld();
    const secret = 'unmistakable';
    world.tick(
      snapshotOf({
        tasks: [taskOf({ title: secret })],
        messages: [messageOf({ subject: '[action] unmistakable', body: secret })],
      }),
    );
    const { epoch, lease } = world.ack(world.lease());
    const call = { lease: lease.id, epoch };
    world.ok('question.ask', { ...call, text: secret, options: [secret] }, { actor: worker() });
    world.ok('decision.record', { task: 'hub/task', value: secret }, { actor: operator() });
    const checkpoint = {
      summary: secret,
      next_action: secret,
      blocked_reason: secret,
      files_changed: [secret],
    };
    world.ok('lease.checkpoint', { ...call, checkpoint }, { actor: worker() });
    world.ok('lease.stop', { lease: world.lease(2).id, note: secret }, { actor: operator() });
    world.tick(snapshotOf({ tasks: [taskOf({ title: secret, intervention_note: secret })] }));
    assert.ok(receipts(world).length > 8);
    assert.ok(!JSON.stringify(receipts(world)).includes(secret));
  });

  it('another reason within a state, a renewal or a turn writes none', () => {
    const world = new CoreWorld();
    world.tick(says, 0, { endpoints: new Map() });
    const count = receipts(world).length;
    world.ok('scope.pause', { repo: 'demo' }, { actor: operator() });
    world.tick(says);
    assert.deepEqual(states(world), ['pending paused']);
    assert.equal(receipts(world).length, count);
  });

  it('C19: an acknowledged one leaves the outbox; one that is not there is passed over', () => {
    const world = new CoreWorld();
    world.tick(says);
    const [first, ...others] = receipts(world).map(({ id }) => id);
    const ids = [first, 'unknown' as ReceiptId].filter((id) => id !== undefined);
    assert.deepEqual(world.ok('receipts.acknowledge', { receiptIds: ids }), { acknowledged: 1 });
    assert.deepEqual(
      receipts(world).map(({ id }) => id),
      others,
    );
    const mark = world.events.length;
    assert.deepEqual(world.ok('receipts.acknowledge', { receiptIds: ids }), { acknowledged: 0 });
    assert.deepEqual(world.typesSince(mark), []);
  });
});

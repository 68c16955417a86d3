import assert from 'node:assert/strict';
import type { EventData, EventType, RegisterEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import type { EventId, LeaseId, ReceiptId, RepoSlug, TaskId } from '../../src/core/model/ids.ts';
import { initialState, type MutableState } from '../../src/core/model/state.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { plainState } from '../kit/plainState.ts';
import { snapshotOf } from '../kit/snapshots.ts';

function eventOf<T extends EventType>(type: T, data: EventData[T], position = 1): RegisterEvent {
  return {
    ...{ position, id: `event-${position}` as EventId, type, version: 1, at: 0 },
    ...{ actor: { surface: 'system', name: 'test' }, requestId: null },
    about: { taskId: null, leaseId: null, worker: null },
    data,
  } as unknown as RegisterEvent;
}

const fold = (state: MutableState, event: RegisterEvent) => () => {
  evolve(state, event);
};

describe('evolve: the only place that changes state', () => {
  it('a position out of order is a fault: nothing may be skipped or folded twice', () => {
    const state = initialState();
    const first = eventOf('ScopePaused', { repo: 'demo' as RepoSlug });
    assert.throws(fold(state, { ...first, position: 2 }), /event 2 does not follow position 0/);
    evolve(state, first);
    assert.throws(fold(state, first), /event 1 does not follow position 1/);
    assert.equal(state.position, 1);
  });

  it('an unknown type is a fault, never skipped', () => {
    const unknown = eventOf('FromTheFuture' as EventType, {} as never);
    assert.throws(fold(initialState(), unknown), /unknown event type FromTheFuture at position 1/);
  });

  const receiptId = 'receipt' as ReceiptId;
  const leaseId = 'lease-x' as LeaseId;
  const missing: [string, RegisterEvent, RegExp][] = [
    [
      'a lease',
      eventOf('LeaseQueued', { leaseId, reason: 'paused', detail: '', receiptId }),
      /live lease lease-x/,
    ],
    ['a task', eventOf('TaskCancelled', { taskId: 'hub/x' as TaskId }), /task hub\/x is not in the register/],
    ['a question', eventOf('QuestionClosed', { questionId: 'q' as never, why: 'operator' }), /question q/],
    [
      'a decision',
      eventOf('DecisionsVoided', { taskId: 'x' as TaskId, decisionIds: ['d' as never] }),
      /decision d/,
    ],
  ];
  for (const [what, event, message] of missing) {
    it(`an event that names ${what} that is not there is a fault: the register is damaged`, () => {
      assert.throws(fold(initialState(), event), message);
    });
  }

  it('an event that its lease is not in the state for is a fault', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf(), 0, { endpoints: new Map() });
    const { id } = world.lease();
    const position = world.state.position + 1;
    const renewed = eventOf('LeaseRenewed', { leaseId: id, deadlineAt: 5 }, position);
    assert.throws(fold(world.state, renewed), /is pending, not acknowledged/);
    const back = { leaseId: id, reason: 'unanswered', dueAt: 5, receiptId } as const;
    assert.throws(fold(world.state, eventOf('LeaseBackedOff', back, position)), /is pending, not offered/);
  });

  it('a replay of all events gives the same state', () => {
    const world = new CoreWorld();
    world.ok('task.add', { title: 'Typed here', plan: 'p' }, { actor: operator() });
    world.ok('task.add', { title: 'Then this', after: ['p'] }, { actor: operator() });
    world.tick(snapshotOf());
    const { epoch, lease } = world.ack(world.lease());
    const call = { lease: lease.id, epoch };
    world.ok('question.ask', { ...call, text: 'Which one?' }, { actor: worker() });
    world.ok('lease.checkpoint', { ...call, checkpoint: { summary: 'half' } }, { actor: worker() });
    world.ok('scope.pause', { repo: 'demo' }, { actor: operator() });
    world.tick(snapshotOf({ tasks: [] }), 30_000);
    const replayed = initialState();
    for (const event of JSON.parse(JSON.stringify(world.events)) as RegisterEvent[]) evolve(replayed, event);
    assert.deepEqual(plainState(replayed), plainState(world.state));
  });

  it('W2: answers are kept as long as their request id can still pass, and then forgotten', () => {
    const state = initialState();
    const day = 24 * 60 * 60 * 1000;
    const accept = (key: string, at: number): void => {
      const data = { key, requestId: key as never, digest: 'd', answer: null };
      evolve(state, { ...eventOf('RequestAccepted', data, state.position + 1), at });
    };
    accept('first', 0);
    accept('second', 1);
    accept('third', 7 * day + 5 * 60_000 - 1);
    assert.deepEqual(
      [...state.requests.entries()].map(([key]) => key),
      ['first', 'second', 'third'],
    );
    accept('fourth', 7 * day + 5 * 60_000);
    assert.deepEqual(
      [...state.requests.entries()].map(([key]) => key),
      ['second', 'third', 'fourth'],
    );
  });
});

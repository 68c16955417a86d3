import assert from 'node:assert/strict';
import type { CommandType } from '../../src/core/commands.ts';
import type { Actor } from '../../src/core/events.ts';
import type { LeaseState } from '../../src/core/model/lease.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { plainState } from '../kit/plainState.ts';
import { workerSetting } from '../kit/settings.ts';
import { planOf, snapshotOf } from '../kit/snapshots.ts';

const order = [
  ...['waiting', 'pending', 'offered', 'backoff'],
  ...['acknowledged', 'completed', 'checkpointed', 'stopped'],
] as LeaseState[];

const says = snapshotOf();
const byDemo = { actor: worker() };

/** A world whose first lease is in the state; the scope is free but for that lease. */
const bring: Record<LeaseState, (world: CoreWorld) => void> = {
  waiting: (world) => void world.tick(snapshotOf({ plans: [planOf({ status: 'paused' })] })),
  pending: (world) => void world.tick(says, 0, { endpoints: new Map() }),
  offered: (world) => void world.tick(says),
  backoff: (world) => {
    world.tick(says);
    world.tick(says, 30_000);
  },
  acknowledged: (world) => {
    world.tick(says);
    world.ack(world.lease());
  },
  completed: (world) => {
    bring.acknowledged(world);
    world.ok('lease.complete', { lease: world.lease().id, epoch: epochOf(world) }, byDemo);
  },
  checkpointed: (world) => {
    bring.acknowledged(world);
    const call = { lease: world.lease().id, epoch: epochOf(world), checkpoint: {} };
    world.ok('lease.checkpoint', call, byDemo);
  },
  stopped: (world) => {
    bring.acknowledged(world);
    world.ok('lease.stop', { lease: world.lease().id }, { actor: operator() });
  },
};

function epochOf(world: CoreWorld): string {
  const lease = world.lease();
  return 'epoch' in lease && lease.epoch !== null ? lease.epoch : '';
}

interface Caller {
  readonly actor: Actor;
  readonly call: (world: CoreWorld) => { lease: string; worker?: string; epoch?: string };
}

const callers: Record<string, Caller> = {
  holder: {
    actor: worker('demo'),
    call: (world) => ({ lease: world.lease().id, worker: 'demo', epoch: epochOf(world) }),
  },
  'the same worker with an older epoch': {
    actor: worker('demo'),
    call: (world) => ({ lease: world.lease().id, worker: 'demo', epoch: '0.older' }),
  },
  stranger: {
    actor: worker('other'),
    call: (world) => ({ lease: world.lease().id, worker: 'other', epoch: epochOf(world) }),
  },
  operator: { actor: operator(), call: (world) => ({ lease: world.lease().id }) },
};

/** What a command says beside naming the lease; a task's command names the task instead. */
const params: Partial<Record<CommandType, object>> = {
  'lease.next': { lease: undefined, epoch: undefined, task: 'hub/task' },
  'lease.ack': {},
  'lease.renew': {},
  'lease.turn': { verdict: 'continue', reconciled: null },
  'question.ask': { text: 'Which one?' },
  'lease.checkpoint': { checkpoint: { summary: 'half' } },
  'lease.complete': {},
  'lease.fail': { reason: 'flaky', retryable: true },
  'lease.release': {},
  'lease.rearm': {},
  'lease.stop': {},
  'lease.send': {},
  'lease.continue': {},
  'task.cancel': { task: 'hub/task' },
  'task.reopen': { task: 'hub/task' },
  'task.reorder': { task: 'hub/task', before: null },
  'task.clear_gate': { task: 'hub/task' },
};

/**
 * Behaviour 2, W1, W5: for each caller and command, state by state in `order`, the state that the lease is in after an
 * accepted command, or the kind of the rejection.
 */
const waits = 'invalid_state invalid_state';
const ended = 'invalid_state invalid_state invalid_state';
const never = (kind: string): string => order.map(() => kind).join(' ');
const table: Record<string, Partial<Record<CommandType, string>>> = {
  holder: {
    'lease.next':
      'waiting acknowledged acknowledged acknowledged acknowledged completed checkpointed stopped',
    'lease.ack': `${waits} acknowledged expired acknowledged invalid_state invalid_state conflict`,
    'lease.renew': `${waits} invalid_state expired acknowledged invalid_state invalid_state conflict`,
    'lease.turn': `${waits} invalid_state expired acknowledged invalid_state invalid_state conflict`,
    'question.ask': `${waits} invalid_state expired acknowledged invalid_state invalid_state conflict`,
    'lease.checkpoint': `${waits} invalid_state expired checkpointed invalid_state invalid_state conflict`,
    'lease.complete': `${waits} invalid_state expired completed invalid_state invalid_state conflict`,
    'lease.fail': `${waits} invalid_state expired stopped invalid_state invalid_state conflict`,
    'lease.release': `${waits} invalid_state expired stopped invalid_state invalid_state conflict`,
    'lease.rearm': `${waits} invalid_state invalid_state invalid_state invalid_state invalid_state conflict`,
  },
  'the same worker with an older epoch': {
    'lease.ack': `${waits} acknowledged expired conflict conflict conflict conflict`,
    'lease.renew': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'lease.turn': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'question.ask': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'lease.checkpoint': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'lease.complete': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'lease.fail': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'lease.release': `${waits} invalid_state expired conflict conflict conflict conflict`,
    'lease.rearm': `${waits} invalid_state invalid_state conflict conflict conflict conflict`,
  },
  stranger: {
    'lease.next': 'waiting acknowledged offered backoff acknowledged completed checkpointed stopped',
    ...everyLeaseCall(`${waits} forbidden forbidden forbidden forbidden forbidden forbidden`),
    ...everyOperatorCommand(never('forbidden')),
  },
  operator: {
    'lease.next':
      'waiting acknowledged acknowledged acknowledged acknowledged completed checkpointed stopped',
    'lease.ack': `acknowledged acknowledged acknowledged acknowledged acknowledged ${ended}`,
    'lease.renew': `${waits} invalid_state invalid_state acknowledged ${ended}`,
    'lease.turn': never('forbidden'),
    'question.ask': never('forbidden'),
    'lease.checkpoint': `checkpointed checkpointed checkpointed checkpointed checkpointed ${ended}`,
    'lease.complete': `completed completed completed completed completed ${ended}`,
    'lease.fail': `stopped stopped stopped stopped stopped ${ended}`,
    'lease.release': `${waits} stopped stopped stopped ${ended}`,
    'lease.rearm': `${waits} invalid_state invalid_state conflict conflict conflict conflict`,
    'lease.stop': `stopped stopped stopped stopped stopped ${ended}`,
    'lease.send': `conflict offered invalid_state offered invalid_state ${ended}`,
    'lease.continue': never('invalid_state'),
    'task.cancel': 'stopped stopped stopped stopped stopped completed checkpointed stopped',
    'task.reopen': `${waits} invalid_state invalid_state invalid_state completed invalid_state stopped`,
    'task.reorder': `waiting pending ${ended} invalid_state checkpointed invalid_state`,
    'task.clear_gate': never('invalid_state'),
  },
};

function everyLeaseCall(row: string): Partial<Record<CommandType, string>> {
  const calls = ['ack', 'renew', 'turn', 'checkpoint', 'complete', 'fail', 'release', 'rearm'];
  return { ...Object.fromEntries(calls.map((call) => [`lease.${call}`, row])), 'question.ask': row };
}

function everyOperatorCommand(row: string): Partial<Record<CommandType, string>> {
  const commands = [
    'lease.stop',
    'lease.send',
    'lease.continue',
    'task.cancel',
    'task.reopen',
    'task.reorder',
  ];
  return Object.fromEntries([...commands, 'task.clear_gate'].map((command) => [command, row]));
}

/** Also sees to it that a refused command changed no lease, task, holder of a scope, decision or receipt. */
function outcome(state: LeaseState, type: CommandType, caller: Caller): string {
  const world = new CoreWorld({ workers: ['demo', 'other'].map((id) => workerSetting(id, ['demo'])) });
  bring[state](world);
  assert.equal(world.lease().state, state);
  const before = plainState(world.state);
  const { result } = world.run(
    type,
    { ...caller.call(world), ...params[type] },
    {
      actor: caller.actor,
    },
  );
  if (result.ok) return world.lease().state;
  const after = plainState(world.state);
  for (const part of ['live', 'closed', 'tasks', 'decisions', 'questions', 'triggers', 'outbox']) {
    assert.deepEqual(after[part], before[part], `${part} changed`);
  }
  const holders = (scopes: unknown) =>
    JSON.stringify(scopes, (key, value: unknown) => (key === 'draining' ? null : value));
  assert.equal(holders(after['scopes']), holders(before['scopes']));
  return result.error.kind;
}

describe('Behaviour 2, W1, W5: every state of a lease x every command', () => {
  for (const [name, rows] of Object.entries(table)) {
    for (const [type, row] of Object.entries(rows) as [CommandType, string][]) {
      it(`${type} by the ${name.replace(/^the /, '')}: ${row}`, () => {
        const caller = callers[name];
        assert.ok(caller);
        assert.equal(order.map((state) => outcome(state, type, caller)).join(' '), row);
      });
    }
  }

  it('the table has a row for every command on leases', () => {
    for (const name of ['stranger', 'operator']) {
      assert.deepEqual(Object.keys(table[name] ?? {}).sort(), Object.keys(params).sort());
    }
  });

  it('W1: an operator with an epoch is judged as a worker', () => {
    const withEpoch: Caller = {
      actor: operator(),
      call: (world) => ({ lease: world.lease().id, epoch: '0.older' }),
    };
    assert.equal(outcome('acknowledged', 'lease.complete', withEpoch), 'conflict');
  });
});

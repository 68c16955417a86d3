import assert from 'node:assert/strict';
import type { LeaseState } from '../../../src/core/model/lease.ts';
import { applies, type LeaseCommand, leaseCommands } from '../../../src/vscode/commands/leaseRules.ts';
import type { LeaseView } from '../../../src/protocol/views.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';

const states: readonly LeaseState[] = [
  ...['acknowledged', 'offered', 'backoff', 'pending', 'waiting'],
  ...['completed', 'checkpointed', 'stopped'],
] as LeaseState[];

const live = 'acknowledged offered backoff pending waiting';

/** Of the newest lease of a task, without a reason and a worker. */
const table: Readonly<Record<LeaseCommand, string>> = {
  ackLease: 'offered backoff pending waiting',
  renewLease: 'acknowledged',
  checkpointLease: live,
  completeLease: live,
  failLease: live,
  releaseLease: 'acknowledged offered backoff',
  stopLease: live,
  sendOffer: 'backoff pending',
  continueDirtyTree: '',
  reopenTask: 'completed stopped',
  cancelTask: `${live} stopped`,
  moveTask: 'pending waiting',
  clearGate: '',
  showHistory: states.join(' '),
  copyLeaseId: states.join(' '),
  revealTerminal: '',
};

describe('what each command is for', () => {
  for (const command of leaseCommands) {
    it(`${command}: ${table[command] || 'no lease without a reason or worker'}`, () => {
      const found = states.filter((state) => applies(command, leaseViewOf({ state }), true));
      assert.equal(found.join(' '), table[command]);
    });
  }

  const commandsFor = (given: Partial<LeaseView>, isLast = true): LeaseCommand[] =>
    leaseCommands.filter((command) => applies(command, leaseViewOf(given), isLast));

  it('C14: a dirty tree is one to continue on', () => {
    assert.ok(commandsFor({ reason: 'dirty_tree' }).includes('continueDirtyTree'));
  });

  it('a lease that a worker has is in a terminal to be revealed', () => {
    const found = states.filter((state) => commandsFor({ state, worker: 'w1' }).includes('revealTerminal'));
    assert.deepEqual(found, ['acknowledged', 'offered', 'backoff']);
  });

  it('C15: what a gate stopped is cleared or cancelled, not opened again', () => {
    assert.deepEqual(commandsFor({ state: 'stopped', reason: 'gated', gate: 'needs_human' }), [
      ...['cancelTask', 'clearGate', 'showHistory', 'copyLeaseId'],
    ]);
  });

  it('C5: what is cancelled or gone is opened again, not cancelled', () => {
    for (const reason of ['cancelled', 'task_gone', 'done']) {
      const expected = ['reopenTask', 'showHistory', 'copyLeaseId'];
      assert.deepEqual(commandsFor({ state: 'stopped', reason }), expected);
    }
  });

  it('only the newest lease of a task stands for the task', () => {
    for (const reason of ['gated', 'failed']) {
      assert.deepEqual(commandsFor({ state: 'stopped', reason }, false), ['showHistory', 'copyLeaseId']);
    }
  });
});

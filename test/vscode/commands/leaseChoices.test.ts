import assert from 'node:assert/strict';
import { leaseChoices } from '../../../src/vscode/commands/leaseChoices.ts';
import type { LeaseCommand } from '../../../src/vscode/commands/leaseRules.ts';
import type { LeaseView } from '../../../src/protocol/views.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';

describe('the leases that a command offers', () => {
  const choicesOf = (command: LeaseCommand, ...leases: LeaseView[]) =>
    leaseChoices(command, new Map(leases.map((lease) => [lease.id, lease])));

  it('are those that it is for, in the order of its states and then of the queue', () => {
    const running = leaseViewOf({ id: 'c', title: 'C', state: 'acknowledged', worker: 'demo', rank: 9 });
    const choices = choicesOf(
      'stopLease',
      leaseViewOf({ id: 'a', title: 'A', rank: 2 }),
      leaseViewOf({ id: 'b', title: 'B', state: 'completed' }),
      running,
      leaseViewOf({ id: 'd', title: 'D', reason: 'paused', rank: 1 }),
    );
    assert.deepEqual(
      choices.map(({ label, description, detail }) => [label, description, detail]),
      [
        ['C', 'demo · running', 'demo · file/1'],
        ['D', 'queued: repo paused', 'demo · file/1'],
        ['A', 'queued', 'demo · file/1'],
      ],
    );
    assert.equal(choices[0]?.lease, running);
  });

  it('say who has them, also if a person has', () => {
    const [choice] = choicesOf('stopLease', leaseViewOf({ state: 'acknowledged', operator: 'mia' }));
    assert.equal(choice?.description, 'mia · running');
  });

  it('those that ended come last, the newest first', () => {
    const ended = (id: string, at: number): LeaseView =>
      leaseViewOf({ id, state: 'stopped', reason: 'operator', task_id: id, ended_at: at });
    const choices = choicesOf('showHistory', ended('a', 1), ended('b', 2), leaseViewOf({ id: 'c' }));
    assert.deepEqual(
      choices.map(({ lease }) => lease.id),
      ['c', 'b', 'a'],
    );
  });
});

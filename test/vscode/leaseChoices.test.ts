import assert from 'node:assert/strict';
import { leaseChoices } from '../../src/vscode/commands/leaseChoices.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

describe('the leases that a command offers', () => {
  it('are those in its states, in the order of the states and then of the queue', () => {
    const leases = [
      leaseViewOf({ id: 'a', title: 'A', rank: 2 }),
      leaseViewOf({ id: 'b', title: 'B', state: 'completed' }),
      leaseViewOf({ id: 'c', title: 'C', state: 'acknowledged', worker: 'demo', rank: 9 }),
      leaseViewOf({ id: 'd', title: 'D', reason: 'paused', rank: 1 }),
    ];
    const choices = leaseChoices(leases, ['acknowledged', 'pending']);
    assert.deepEqual(
      choices.map(({ label, description, detail }) => [label, description, detail]),
      [
        ['C', 'demo · running', 'demo · file/1'],
        ['D', 'queued: repo paused', 'demo · file/1'],
        ['A', 'queued', 'demo · file/1'],
      ],
    );
    assert.equal(choices[0]?.lease, leases[2]);
  });
});

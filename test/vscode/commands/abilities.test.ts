import assert from 'node:assert/strict';
import { abilitiesOf } from '../../../src/vscode/commands/abilities.ts';
import type { LeaseView, ScopeView } from '../../../src/protocol/views.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { scopeViewOf } from '../../kit/taskView.ts';

describe('what the palette offers', () => {
  const able = (leases: LeaseView[], scopes: ScopeView[] = [], hasAny = false): string[] =>
    [
      ...abilitiesOf({
        leases: { leases: new Map(leases.map((lease) => [lease.id, lease])) },
        scopes: { scopes },
        idleTasks: { hasAny },
      }),
    ].sort();

  it('nothing where there is nothing', () => {
    assert.deepEqual(able([]), []);
  });

  it('what a queued lease and its free repo are for', () => {
    assert.deepEqual(able([leaseViewOf()], [scopeViewOf()]), [
      ...['ackLease', 'cancelTask', 'checkpointLease', 'completeLease', 'copyLeaseId', 'failLease'],
      ...['pauseDispatch', 'sendOffer', 'showHistory', 'stopLease', 'takeRepo'],
    ]);
  });

  it('C6: a move only where there is another place', () => {
    assert.ok(!able([leaseViewOf()]).includes('moveTask'));
    assert.ok(able([leaseViewOf({ id: 'a' }), leaseViewOf({ id: 'b' })]).includes('moveTask'));
  });

  it('C6: a repo in use can be paused and not taken', () => {
    const running = leaseViewOf({ state: 'acknowledged' });
    const found = able([running], [scopeViewOf()]);
    assert.deepEqual([found.includes('pauseDispatch'), found.includes('takeRepo')], [true, false]);
  });

  it('C6, C7: what was paused, drains or was taken is given back', () => {
    const draining = { lease_id: 'a', worker: 'demo', deadline_at: 0 };
    assert.deepEqual(able([], [scopeViewOf({ is_paused: true, taken_by: 'mia' })]), [
      ...['giveBackRepo', 'resumeDispatch'],
    ]);
    assert.deepEqual(able([], [scopeViewOf({ draining })]), ['pauseDispatch', 'resumeDispatch', 'takeRepo']);
  });

  it('W7: a task that waits for a person is started or cancelled', () => {
    assert.deepEqual(able([], [], true), ['cancelTask', 'reopenTask']);
  });
});

import assert from 'node:assert/strict';
import { lastLeases } from '../../src/vscode/lastLeases.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

describe('the newest leases of tasks', () => {
  it('are one of each task', () => {
    const leases = [
      leaseViewOf({ id: 'a', task_id: 'file/1', created_at: 1 }),
      leaseViewOf({ id: 'b', task_id: 'file/2', created_at: 2 }),
      leaseViewOf({ id: 'c', task_id: 'file/1', created_at: 3 }),
    ];
    assert.deepEqual([...lastLeases(leases)], ['c', 'b']);
    assert.deepEqual([...lastLeases(leases.reverse())], ['c', 'b']);
  });

  it('a successor is newer than what it goes on from, also in the same millisecond', () => {
    const before = leaseViewOf({ id: 'z' });
    const after = leaseViewOf({ id: 'a', parent: 'z' });
    assert.deepEqual([...lastLeases([before, after])], ['a']);
    assert.deepEqual([...lastLeases([after, before])], ['a']);
  });
});

import assert from 'node:assert/strict';
import { leaseOfPlace } from '../../src/vscode/leaseOfPlace.ts';
import { leaseViewOf } from '../kit/leaseView.ts';
import { questionViewOf } from '../kit/questionView.ts';

describe('the row that a link leads to', () => {
  const [old, last] = [leaseViewOf({ id: 'a' }), leaseViewOf({ id: 'b', created_at: 2_000, parent: 'a' })];
  const leases = new Map([old, last].map((lease) => [lease.id, lease]));
  const questions = new Map([['q', questionViewOf({ id: 'q', lease_id: 'b' })]]);
  const lead = (kind: 'lease' | 'task' | 'question', id: string) =>
    leaseOfPlace({ kind, id }, leases, questions);

  it('is that of the lease, of the newest lease of the task, of the lease that asks', () => {
    assert.equal(lead('lease', 'a'), old);
    assert.equal(lead('task', 'file/1'), last);
    assert.equal(lead('question', 'q'), last);
  });

  it('is none for what is not known', () => {
    assert.deepEqual([lead('lease', 'x'), lead('task', 'x'), lead('question', 'x')], [null, null, null]);
  });
});

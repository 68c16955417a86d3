import assert from 'node:assert/strict';
import { lacksWorker } from '../../src/vscode/lacksWorker.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

describe('whether nobody works', () => {
  const queued = leaseViewOf({ id: 'a', state: 'pending', reason: 'no_worker' });

  it('is so while work waits for a worker and none has any', () => {
    assert.equal(lacksWorker([queued]), true);
    assert.equal(lacksWorker([queued, leaseViewOf({ id: 'b', state: 'completed' })]), true);
  });

  it('is not so without work, while work waits for something else, or while somebody works', () => {
    assert.equal(lacksWorker([]), false);
    assert.equal(lacksWorker([leaseViewOf({ id: 'a', state: 'waiting', reason: 'upstream' })]), false);
    for (const state of ['acknowledged', 'offered'] as const)
      assert.equal(lacksWorker([queued, leaseViewOf({ id: 'b', state, worker: 'demo' })]), false);
  });
});

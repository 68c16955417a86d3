import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { planOf } from './plan.ts';
import { soak } from './soak.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('a minute of everything that can go wrong', () => {
  before(function () {
    this.timeout(60_000);
    execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'ignore' });
  });

  it('C6, C14, C19, S4: every task is completed once, every receipt arrives, no scope has two leases', async function () {
    this.timeout(240_000);
    const result = await soak(planOf(1), () => undefined);
    assert.deepEqual(result.faults, [], `look at ${String(result.folder)}`);
    assert.equal(result.completed, 20);
    assert.ok(result.coordinatorKills >= 2, `${result.coordinatorKills} coordinators were killed`);
    assert.ok(result.workerRestarts > 0, 'no worker was killed');
    assert.ok(result.hubDown > 0.2, `the hub was down for ${result.hubDown} of the time`);
  });
});

import assert from 'node:assert/strict';
import { nearestFirst, scopeWords } from '../../../src/vscode/commands/scopeRules.ts';
import { scopeViewOf } from '../../kit/taskView.ts';

describe('repos to choose from', () => {
  it('say what keeps work out of them', () => {
    const draining = { lease_id: 'a', worker: 'w1', deadline_at: 0 };
    assert.equal(scopeWords(scopeViewOf()), '');
    assert.equal(
      scopeWords(scopeViewOf({ is_paused: true, taken_by: 'mia', draining, lease_id: 'b' })),
      'paused, taken by mia, w1 not told yet that it lost its lease, in use',
    );
  });

  it('begin with the innermost one of the file that is shown', () => {
    const [root, web, api] = ['/r', '/r/web', '/r/webapi'].map((path) => ({ path }));
    const order = (file: string | null) => nearestFirst([api!, root!, web!], file).map(({ path }) => path);
    assert.deepEqual(order('/r/web/a.ts'), ['/r/web', '/r', '/r/webapi']);
    assert.deepEqual(order('/elsewhere/a.ts'), ['/r/webapi', '/r', '/r/web']);
    assert.deepEqual(order(null), ['/r/webapi', '/r', '/r/web']);
  });
});

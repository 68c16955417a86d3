import assert from 'node:assert/strict';
import { placeOfUri } from '../../src/vscode/placeOfUri.ts';

describe('what a link names', () => {
  const cases: readonly [string, ReturnType<typeof placeOfUri>][] = [
    ['/lease/0193a', { kind: 'lease', id: '0193a' }],
    ['/task/workspace/3', { kind: 'task', id: 'workspace/3' }],
    ['/task/file/message/build-log', { kind: 'task', id: 'file/message/build-log' }],
    ['/question/0193b', { kind: 'question', id: '0193b' }],
    ['/lease/', null],
    ['/lease', null],
    ['/stop/0193a', null],
    ['', null],
  ];
  for (const [path, place] of cases) {
    it(path === '' ? 'nothing' : path, () => assert.deepEqual(placeOfUri(path), place));
  }
});

import assert from 'node:assert/strict';
import {
  addressOf,
  type HistoryPlace,
  placeOfAddress,
} from '../../../../src/vscode/commands/history/historyPlace.ts';

describe('the address of a history document', () => {
  const places: readonly [HistoryPlace, string][] = [
    [
      { root: '/w/a b', about: { kind: 'task', id: 'file/message/x' }, page: null },
      '/History of file message x.md',
    ],
    [
      { root: '/w', about: { kind: 'lease', id: '0193aaaa-0000-7000-8000-00001f2a9b1c' }, page: 2 },
      '/History of lease 1f2a9b1c (2).md',
    ],
  ];
  for (const [place, path] of places) {
    it(path, () => {
      const address = addressOf(place);
      assert.equal(address.path, path);
      assert.deepEqual(placeOfAddress(address), place);
    });
  }

  it('one that was not made here is none', () => {
    for (const query of ['', 'x', '{}', '{"root":"/w"}', '{"root":1,"task":"a"}']) {
      assert.equal(placeOfAddress({ query }), null);
    }
  });
});

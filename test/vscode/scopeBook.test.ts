import assert from 'node:assert/strict';
import type { Call } from '../../src/vscode/book.ts';
import { ScopeBook } from '../../src/vscode/scopeBook.ts';
import { eventViewOf } from '../kit/eventView.ts';
import { settled } from '../kit/settled.ts';
import { scopeViewOf } from '../kit/taskView.ts';

const scopeOf = (is_paused: boolean) => scopeViewOf({ is_paused });

describe('the book of repos', () => {
  it('C6: sees that a repo is paused, and asks nothing for what leases do', async () => {
    let scopes = [scopeOf(false)];
    let asked = 0;
    const call = async (): Promise<unknown> => {
      asked += 1;
      return { scopes, position: 3 };
    };
    const book = new ScopeBook(call as Call, assert.ifError);
    assert.equal(await book.open(), 3);
    scopes = [scopeOf(true)];
    book.see(eventViewOf({ type: 'LeaseQueued', lease_id: 'lease-1' }));
    await settled();
    assert.deepEqual([asked, book.scopes], [1, [scopeOf(false)]]);
    book.see(eventViewOf({ type: 'ScopePaused' }));
    await settled();
    assert.deepEqual([asked, book.scopes], [2, [scopeOf(true)]]);
  });
});

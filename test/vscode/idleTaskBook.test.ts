import assert from 'node:assert/strict';
import type { TaskView } from '../../src/protocol/views.ts';
import type { Call } from '../../src/vscode/book.ts';
import { IdleTaskBook } from '../../src/vscode/idleTaskBook.ts';
import { eventViewOf } from '../kit/eventView.ts';
import { settled } from '../kit/settled.ts';
import { taskViewOf } from '../kit/taskView.ts';

describe('the book of tasks that wait for a person', () => {
  let tasks: TaskView[];
  let asked: unknown[];
  let book: IdleTaskBook;

  beforeEach(() => {
    tasks = [];
    asked = [];
    const call = async (...question: unknown[]): Promise<unknown> => {
      asked.push(question);
      return { tasks, position: 7, next_cursor: null };
    };
    book = new IdleTaskBook(call as Call, assert.ifError);
  });

  it('W7: has one once a worker added it, and none when it was started', async () => {
    assert.equal(await book.open(), 7);
    assert.deepEqual(asked, [['task.list', { status: 'wait' }]]);
    assert.equal(book.hasAny, false);
    tasks = [taskViewOf({ status: 'wait' })];
    book.see(eventViewOf({ type: 'TaskObserved', task_id: 'workspace/1' }));
    await settled();
    assert.equal(book.hasAny, true);
    tasks = [];
    book.see(eventViewOf({ type: 'TaskReopened', task_id: 'workspace/1' }));
    await settled();
    assert.equal(book.hasAny, false);
  });

  it('one that has a lease is in the tree, and is none of them', async () => {
    tasks = [taskViewOf({ status: 'wait', lease_id: 'a', lease_state: 'waiting' })];
    await book.open();
    assert.equal(book.hasAny, false);
  });

  it('looks only after what is about tasks', async () => {
    await book.open();
    book.see(eventViewOf({ type: 'LeaseRenewed', lease_id: 'a' }));
    await settled();
    assert.equal(asked.length, 1);
  });
});

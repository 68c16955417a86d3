import assert from 'node:assert/strict';
import type { TaskView } from '../../../src/protocol/views.ts';
import { answerOfRow } from '../../../src/vscode/decisions/answerOfRow.ts';
import { decidableTasks } from '../../../src/vscode/decisions/decidableTasks.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { questionViewOf } from '../../kit/questionView.ts';

const taskOf = (id: string, status: string): TaskView =>
  ({ id, title: id.toUpperCase(), status }) as TaskView;

describe('tasks to decide about', () => {
  it('those that are worked on first, and none that is over', () => {
    const tasks = [
      ...[taskOf('a', 'todo'), taskOf('b', 'todo'), taskOf('c', 'done'), taskOf('d', 'cancel')],
      ...[taskOf('e', 'done'), taskOf('f', 'wait')],
    ];
    const leases = [
      leaseViewOf({ id: '1', task_id: 'b', reason: 'no_worker' }),
      leaseViewOf({ id: '2', task_id: 'e', state: 'acknowledged', worker: 'demo' }),
      leaseViewOf({ id: '3', task_id: 'a', state: 'completed', ended_at: 1 }),
    ];
    assert.deepEqual(decidableTasks(tasks, leases), [
      { task: 'e', title: 'E', words: 'demo · running' },
      { task: 'b', title: 'B', words: 'queued: no worker' },
      { task: 'a', title: 'A', words: 'todo' },
      { task: 'f', title: 'F', words: 'wait' },
    ]);
  });
});

describe('the answer of a row', () => {
  it('is its option; the question itself and the way to words of one’s own have none', () => {
    const question = questionViewOf({ free_text: true });
    assert.equal(answerOfRow(question, 'waiting/question-1/1'), 'B');
    assert.equal(answerOfRow(question, 'waiting/question-1/2'), undefined);
    assert.equal(answerOfRow(question, 'waiting/question-1'), undefined);
  });
});

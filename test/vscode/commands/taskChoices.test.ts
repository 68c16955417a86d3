import assert from 'node:assert/strict';
import { canCancel, canReopen, taskChoices, taskWords } from '../../../src/vscode/commands/taskChoices.ts';
import type { TaskView } from '../../../src/protocol/views.ts';
import { taskViewOf } from '../../kit/taskView.ts';

describe('tasks to choose from', () => {
  const cases: readonly [string, Partial<TaskView>, { reopen: boolean; cancel: boolean }, string][] = [
    ['running', { lease_state: 'acknowledged' }, { reopen: false, cancel: true }, 'running'],
    ['queued', { lease_state: 'pending' }, { reopen: false, cancel: true }, 'queued'],
    ['stopped', { lease_state: 'stopped' }, { reopen: true, cancel: true }, 'stopped'],
    ['completed', { lease_state: 'completed', status: 'done' }, { reopen: true, cancel: false }, 'completed'],
    [
      'completed, its file says todo',
      { lease_state: 'completed' },
      { reopen: true, cancel: false },
      'completed',
    ],
    [
      'cancelled by a person',
      { lease_state: 'stopped', cancelled: true },
      { reopen: true, cancel: false },
      'cancelled',
    ],
    [
      'W7: added by a worker',
      { status: 'wait' },
      { reopen: true, cancel: true },
      'waits for a person to start it',
    ],
    [
      'C15: at a gate',
      { lease_state: 'stopped', gates: ['needs_human'] },
      { reopen: false, cancel: true },
      'gate needs_human',
    ],
    ['not seen yet', {}, { reopen: false, cancel: true }, 'todo'],
  ];
  for (const [name, given, expected, words] of cases) {
    it(name, () => {
      const task = taskViewOf(given);
      assert.deepEqual({ reopen: canReopen(task), cancel: canCancel(task) }, expected);
      assert.equal(taskWords(task), words);
    });
  }

  it('the newest come first, with repo and id', () => {
    const [old, recent] = [taskViewOf({ id: 'a', created_at: 1 }), taskViewOf({ id: 'b', created_at: 2 })];
    assert.deepEqual(taskChoices([old, recent]), [
      { label: 'Fix parser', description: 'todo', detail: 'demo · b', task: recent },
      { label: 'Fix parser', description: 'todo', detail: 'demo · a', task: old },
    ]);
  });
});

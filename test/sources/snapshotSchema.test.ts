import assert from 'node:assert/strict';
import { checkSnapshot } from '../../src/sources/snapshotSchema.ts';

const empty = { repos: [], plans: [], tasks: [], dependencies: [], messages: [] };
const task = (more: object = {}) => ({ id: 'a', status: 'todo', title: 'A', ...more });
const messageOf = (snapshot: unknown): string => {
  try {
    checkSnapshot(snapshot);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
const idRule = 'a text of 1 to 200 characters without control characters';

describe('checkSnapshot', () => {
  it('behaviour 1: unknown keys are dropped, optional ones may be null or absent', () => {
    const nulls = {
      ...{ workplan_id: null, updated_at: null, needs_human: null, intervention_note: null },
      ...{ blocking_reason: null, action_classes: null, external_id: null, project: null },
    };
    const snapshot = { ...empty, tasks: [task({ colour: 1, ...nulls })], other: 1 };
    assert.deepEqual(checkSnapshot(snapshot), { ...empty, tasks: [task(nulls)] });
  });

  it('behaviour 1: an id may be one in another list', () => {
    const snapshot = { ...empty, tasks: [task()], messages: [{ id: 'a', to_agent: 'app', subject: 's' }] };
    assert.deepEqual(checkSnapshot(snapshot), snapshot);
  });

  const refused: [what: string, snapshot: unknown, message: string][] = [
    [
      'null',
      null,
      'the snapshot is null, but must be an object {repos, plans, tasks, dependencies, messages}: correct it.',
    ],
    ['a missing list', { ...empty, tasks: undefined }, 'tasks is missing: write a list of tasks.'],
    [
      'an entry that is no object',
      { ...empty, tasks: ['a'] },
      'tasks[0] is a text, but must be an object {id, status, title, ...}: correct it.',
    ],
    [
      'a flag as text',
      { ...empty, tasks: [task({ needs_human: 'false' })] },
      'tasks[0].needs_human is a text, but must be true or false: correct it.',
    ],
    [
      'an empty id',
      { ...empty, plans: [{ id: '', repo_id: 'r', status: 'ready' }] },
      `plans[0].id is an empty text, but must be ${idRule}: correct it.`,
    ],
    [
      'a long id',
      { ...empty, repos: [{ id: 'x'.repeat(201), slug: 'r' }] },
      `repos[0].id is a text, but must be ${idRule}: correct it.`,
    ],
    [
      'an id with control characters',
      { ...empty, messages: [{ id: 'a\nb', to_agent: 'r', subject: 's' }] },
      `messages[0].id is a text, but must be ${idRule}: correct it.`,
    ],
    [
      "a task with a message's id",
      { ...empty, tasks: [task({ external_id: 'message/1' })] },
      `tasks[0].external_id is a text, but must be ${idRule} that does not begin with "message/": correct it.`,
    ],
    [
      'an id given twice',
      { ...empty, tasks: [task(), task({ external_id: 'b' })] },
      'tasks[1].id is a text, but must be an id that no other entry has: correct it.',
    ],
    [
      'two tasks of one id elsewhere',
      { ...empty, tasks: [task({ external_id: 'x' }), task({ id: 'b', external_id: 'x' })] },
      'tasks[1].external_id is a text, but must be an id that no other entry has: correct it.',
    ],
    [
      'an id elsewhere that is the id of a task',
      { ...empty, tasks: [task({ id: 'b', external_id: 'a' }), task()] },
      'tasks[1].id is a text, but must be an id that no other entry has: correct it.',
    ],
  ];
  for (const [what, snapshot, message] of refused) {
    it(`behaviour 1: ${what} is refused`, () => assert.equal(messageOf(snapshot), message));
  }
});

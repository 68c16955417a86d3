import type { PlanId, RepoSlug, Revision, SourceName, TaskId } from '../../src/core/model/ids.ts';
import { initialState, type MutableState } from '../../src/core/model/state.ts';
import type { TaskFacts } from '../../src/core/model/task.ts';
import assert from 'node:assert/strict';
import { WorkspaceSource } from '../../src/sources/workspaceSource.ts';
import { sourceContract } from './sourceContract.ts';

const app = 'app' as RepoSlug;

function addTask(
  state: MutableState,
  source: string,
  externalId: string,
  facts: Partial<TaskFacts> = {},
): void {
  const id = `${source}/${externalId}` as TaskId;
  state.tasks.set(id, {
    facts: {
      id,
      source: source as SourceName,
      externalId,
      kind: 'task',
      title: `Task ${externalId}`,
      status: 'todo',
      plan: null,
      repo: app,
      toWorker: null,
      needsHuman: false,
      interventionNote: '',
      blockingReason: '',
      actionClasses: [],
      ...facts,
    },
    createdAt: 0,
    gates: [],
    generation: 0,
    revision: 'r' as Revision,
    titleGateCleared: false,
    cancelledByOperator: false,
    wasTodo: true,
    needsSpell: false,
    missed: 0,
  });
}

function addPlan(state: MutableState, source: string, externalId: string, repo: RepoSlug | null): void {
  const id = `${source}/${externalId}` as PlanId;
  state.plans.set(id, { id, source: source as SourceName, externalId, repo, status: 'ready' });
}

function register(): MutableState {
  const state = initialState();
  addPlan(state, 'workspace', 'release', app);
  addPlan(state, 'workspace', 'lost', null);
  addPlan(state, 'hub', 'p', app);
  addTask(state, 'workspace', '1', { plan: 'workspace/release' as PlanId });
  addTask(state, 'workspace', '2', {
    status: 'wait',
    needsHuman: true,
    interventionNote: 'look',
    blockingReason: 'why',
    actionClasses: ['network'],
  });
  addTask(state, 'hub', '3');
  state.dependencies.set('workspace' as SourceName, [
    { from: 'workspace/2' as PlanId, to: 'workspace/release' as PlanId },
    { from: 'workspace/2' as PlanId, to: 'hub/p' as PlanId },
  ]);
  state.dependencies.set('hub' as SourceName, [{ from: 'hub/p' as PlanId, to: 'hub/q' as PlanId }]);
  return state;
}

const gateless = { needs_human: false, intervention_note: '', blocking_reason: '', action_classes: [] };
const expected = {
  repos: [],
  plans: [{ id: 'release', repo_id: 'app', status: 'ready' }],
  tasks: [
    { id: '1', workplan_id: 'release', status: 'todo', title: 'Task 1', ...gateless, project: 'app' },
    {
      ...{ id: '2', workplan_id: null, status: 'wait', title: 'Task 2', project: 'app' },
      ...{
        needs_human: true,
        intervention_note: 'look',
        blocking_reason: 'why',
        action_classes: ['network'],
      },
    },
  ],
  dependencies: [
    { id: '2 -> release', from_workplan_id: '2', to_workplan_id: 'release', relationship_type: 'blocks' },
    { id: '2 -> hub/p', from_workplan_id: '2', to_workplan_id: 'hub/p', relationship_type: 'blocks' },
  ],
  messages: [],
};

describe('WorkspaceSource', () => {
  sourceContract(() => {
    const state = register();
    return { source: new WorkspaceSource(() => state), expected };
  });

  it('says what is in the register when it is asked, not when it was made', async () => {
    let state = initialState();
    const source = new WorkspaceSource(() => state);
    const { signal } = new AbortController();
    assert.deepEqual((await source.snapshot(signal)).tasks, []);
    state = register();
    assert.deepEqual(await source.snapshot(signal), expected);
  });
});

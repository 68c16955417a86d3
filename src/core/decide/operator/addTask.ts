import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf } from '../../commands.ts';
import type { PlanId, RepoSlug, TaskId } from '../../model/ids.ts';
import type { DependencyFacts, TaskFacts } from '../../model/task.ts';
import { workspaceSource } from '../../model/workspace.ts';
import { reject, type Rejection } from '../../rejection.ts';
import type { Draft } from '../draft.ts';
import { judgeTask } from '../tick/judgeTask.ts';
import { invalid, readText, readTextList } from '../worker/params.ts';
import { observeTask } from '../workspaceTask.ts';
import { taskAnswer, taskNamed } from './tasks.ts';

const maxTitleBytes = 1024;
const maxNoteBytes = 8 * 1024;
const maxAfter = 100;
const statuses = ['todo', 'wait', 'progress', 'done', 'cancel'];

const idOf = (name: string): string => `${workspaceSource}/${name}`;

function readRepo(draft: Draft, value: unknown): Result<RepoSlug, Rejection> {
  const { repos } = draft.context.settings;
  const [only, ...others] = repos;
  if (value === undefined && only !== undefined && others.length === 0) return ok(only.slug);
  const repo = repos.find(({ slug }) => slug === value);
  if (repo !== undefined) return ok(repo.slug);
  const next = `Name one of the configured repos: ${repos.map(({ slug }) => slug).join(', ')}.`;
  const what =
    value === undefined ? 'There are several repos and none is named.' : 'This repo is not configured.';
  return err(reject('invalid_params', what, next, { field: 'repo' }));
}

/** A plan by its name or its full id; a number would be a task's id. */
function readPlan(value: unknown): Result<PlanId | null, Rejection> {
  if (value === undefined || value === null) return ok(null);
  const name = readText('plan', value, 200);
  if (!name.ok) return name;
  const own = name.value.replace(idOf(''), '');
  return /^\d*$/.test(own) ? invalid('plan', 'a name that is no task id') : ok(idOf(own) as PlanId);
}

/** Plans or tasks to wait for, by full id or by the name that they have in the workspace. */
function readAfter(draft: Draft, value: unknown): Result<PlanId[], Rejection> {
  const names = readTextList('after', value, maxAfter);
  if (!names.ok) return names;
  const ids: PlanId[] = [];
  for (const name of names.value) {
    const known = [name, idOf(name)].find(
      (id) => draft.state.plans.has(id as PlanId) || draft.state.tasks.has(id as TaskId),
    );
    if (known === undefined) return invalid('after', `${name} is neither a known plan nor a known task`);
    ids.push(known as PlanId);
  }
  return ok(ids);
}

/** Adds a task to the built-in source; on the worker surface it waits for a person unless `workerTasks` is on (W7). */
export function addTask(
  draft: Draft,
  params: CommandOf<'task.add'>['params'],
): Result<Answers['task.add'], Rejection> {
  const title = readText('title', params.title, maxTitleBytes);
  if (!title.ok) return title;
  const repo = readRepo(draft, params.repo);
  if (!repo.ok) return repo;
  const plan = readPlan(params.plan);
  if (!plan.ok) return plan;
  const after = readAfter(draft, params.after);
  if (!after.ok) return after;
  const classes = readTextList('action_classes', params.action_classes, maxAfter);
  if (!classes.ok) return classes;
  const mayStart = draft.actor.surface === 'operator' || draft.context.settings.workerTasks;
  const externalId = String(draft.state.taskNumber + 1);
  const facts: TaskFacts = {
    id: idOf(externalId) as TaskId,
    source: workspaceSource,
    externalId,
    kind: 'task',
    title: title.value,
    status: mayStart ? 'todo' : 'wait',
    plan: plan.value,
    repo: repo.value,
    toWorker: null,
    needsHuman: false,
    interventionNote: '',
    blockingReason: '',
    actionClasses: classes.value,
  };
  observeTask(draft, facts);
  addDependencies(draft, facts.id, after.value);
  judgeTask(draft, facts.id);
  return ok({ ...taskAnswer(draft, facts.id), startableBy: mayStart ? 'anyone' : 'operator' });
}

function addDependencies(draft: Draft, id: TaskId, after: readonly PlanId[]): void {
  if (after.length === 0) return;
  const dependencies: DependencyFacts[] = after.map((to) => ({ from: id as string as PlanId, to }));
  draft.emit('DependenciesAdded', { source: workspaceSource, dependencies });
}

/** Changes a task of the built-in source: title, plan, status, gate fields (behaviour 1). */
export function updateTask(
  draft: Draft,
  params: CommandOf<'task.update'>['params'],
): Result<Answers['task.update'], Rejection> {
  const found = taskNamed(draft, params.task);
  if (!found.ok) return found;
  const { facts } = found.value;
  if (facts.source !== workspaceSource) {
    const next = `Change it where it comes from: ${facts.source}.`;
    return err(
      reject('invalid_state', 'Only tasks of the workspace are changed here.', next, { task: facts.id }),
    );
  }
  const changed = changedFacts(facts, params);
  if (!changed.ok) return changed;
  if (JSON.stringify(changed.value) !== JSON.stringify(facts)) observeTask(draft, changed.value);
  judgeTask(draft, facts.id);
  return ok(taskAnswer(draft, facts.id));
}

function changedFacts(
  facts: TaskFacts,
  params: CommandOf<'task.update'>['params'],
): Result<TaskFacts, Rejection> {
  const title = params.title === undefined ? ok(facts.title) : readText('title', params.title, maxTitleBytes);
  if (!title.ok) return title;
  const plan = params.plan === undefined ? ok(facts.plan) : readPlan(params.plan);
  if (!plan.ok) return plan;
  const status = params.status ?? facts.status;
  if (typeof status !== 'string' || !statuses.includes(status))
    return invalid('status', `one of ${statuses.join(', ')}`);
  const needsHuman = params.needs_human ?? facts.needsHuman;
  if (typeof needsHuman !== 'boolean') return invalid('needs_human', 'true or false');
  const note = readNote('intervention_note', params.intervention_note, facts.interventionNote);
  if (!note.ok) return note;
  const blocking = readNote('blocking_reason', params.blocking_reason, facts.blockingReason);
  if (!blocking.ok) return blocking;
  const isKept = params.action_classes === undefined;
  const classes = isKept
    ? ok(facts.actionClasses)
    : readTextList('action_classes', params.action_classes, maxAfter);
  if (!classes.ok) return classes;
  return ok({
    ...facts,
    title: title.value,
    status,
    plan: plan.value,
    needsHuman,
    interventionNote: note.value,
    blockingReason: blocking.value,
    actionClasses: classes.value,
  });
}

/** A note may be emptied, which clears its gate. */
function readNote(field: string, value: unknown, known: string): Result<string, Rejection> {
  if (value === undefined) return ok(known);
  return value === '' || value === null ? ok('') : readText(field, value, maxNoteBytes);
}

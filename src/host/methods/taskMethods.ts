import type { TaskAnswer } from '../../core/commands.ts';
import { newestLeaseOf } from '../../core/liveLeaseOf.ts';
import type { TaskId } from '../../core/model/ids.ts';
import type { State } from '../../core/model/state.ts';
import type { TaskRecord } from '../../core/model/task.ts';
import { workspaceSource } from '../../core/model/workspace.ts';
import { isTaskOver, statusOf } from '../../core/rules/taskStatus.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { TaskListParams } from '../../protocol/params.ts';
import { decisionView, questionView, taskView } from '../../protocol/toView.ts';
import type { TaskView } from '../../protocol/views.ts';
import { allLeases, viewLease } from './leaseMethods.ts';
import { callBy, type Handlers, type MethodContext, splitRequest, titleOf, unwrap } from './methodContext.ts';
import { pageOf } from './pages.ts';

/** From what the command answered, not from the state of now: a repeat gets the first answer (W2). */
const viewAnswer = ({ task, lease }: TaskAnswer, { session }: MethodContext): TaskView =>
  taskView(task, lease, session.identity.surface === 'operator');

const viewTask = (state: State, task: TaskRecord, context: MethodContext): TaskView =>
  viewAnswer({ task, lease: newestLeaseOf(state, task.facts.id) }, context);

/** By its full id, or by its number in the workspace. */
function taskNamed(state: State, id: string): TaskRecord {
  const task = state.tasks.get(id as TaskId) ?? state.tasks.get(`${workspaceSource}/${id}` as TaskId);
  if (task !== undefined) return task;
  throw new ProtocolError('not_found', 'there is no such task', 'List what there is: signalbox task list.');
}

const isGated = (task: TaskRecord): boolean => task.gates.length > 0 && !isTaskOver(task);

const isWanted = (task: TaskRecord, { source, repo, status, gated }: TaskListParams): boolean =>
  (source === undefined || task.facts.source === source) &&
  (repo === undefined || task.facts.repo === repo) &&
  (status === undefined || statusOf(task) === status) &&
  (gated === undefined || isGated(task) === gated);

export const taskMethods = {
  'task.add': async (params, context) => {
    const by = callBy('task.add', params, context);
    const answer = unwrap(await context.coordinator.execute('task.add', splitRequest(params).rest, by));
    return { task: viewAnswer(answer, context), startable_by: answer.startableBy };
  },
  'task.update': async (params, context) => {
    const by = callBy('task.update', params, context);
    const answer = unwrap(await context.coordinator.execute('task.update', splitRequest(params).rest, by));
    return { task: viewAnswer(answer, context) };
  },
  'task.cancel': async (params, context) => {
    const by = callBy('task.cancel', params, context);
    const answer = unwrap(await context.coordinator.execute('task.cancel', splitRequest(params).rest, by));
    return { task: viewAnswer(answer, context) };
  },
  'task.reopen': async (params, context) => {
    const by = callBy('task.reopen', params, context);
    const answer = unwrap(await context.coordinator.execute('task.reopen', splitRequest(params).rest, by));
    return { task: viewAnswer(answer, context) };
  },
  'task.clear_gate': async (params, context) => {
    const by = callBy('task.clear_gate', params, context);
    const answer = unwrap(
      await context.coordinator.execute('task.clear_gate', splitRequest(params).rest, by),
    );
    return { task: viewAnswer(answer, context) };
  },
  'task.reorder': async (params, context) => {
    const by = callBy('task.reorder', params, context);
    const answer = unwrap(await context.coordinator.execute('task.reorder', splitRequest(params).rest, by));
    return { lease: viewLease(context.coordinator.state, answer.lease) };
  },
  'task.list': (params, context) =>
    context.coordinator.read((state) => {
      const wanted = [...state.tasks.values()].filter((task) => isWanted(task, params));
      const { page, next_cursor } = pageOf(wanted, params, ({ facts }) => facts.id);
      return {
        tasks: page.map((task) => viewTask(state, task, context)),
        next_cursor,
        position: state.position,
      };
    }),
  'task.show': ({ task: name }, context) =>
    context.coordinator.read((state) => {
      const task = taskNamed(state, name);
      const { id } = task.facts;
      const questions = [...state.questions.values()].filter(({ taskId }) => taskId === id);
      const decisions = (state.decisionsByTask.get(id) ?? []).flatMap(
        (known) => state.decisions.get(known) ?? [],
      );
      return {
        task: viewTask(state, task, context),
        leases: allLeases(state)
          .filter(({ taskId }) => taskId === id)
          .map((lease) => viewLease(state, lease)),
        questions: questions.map((question) => questionView(question, titleOf(state, id))),
        decisions: decisions.map(decisionView),
        position: state.position,
      };
    }),
} satisfies Handlers;

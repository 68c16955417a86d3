import type { LeaseId, TaskId } from '../../core/model/ids.ts';
import type { Lease } from '../../core/model/lease.ts';
import type { State } from '../../core/model/state.ts';
import type { TaskRecord } from '../../core/model/task.ts';
import { workspaceSource } from '../../core/model/workspace.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { TaskListParams } from '../../protocol/params.ts';
import { decisionView, questionView, taskView } from '../../protocol/toView.ts';
import type { TaskView } from '../../protocol/views.ts';
import { allLeases, viewLease } from './leaseMethods.ts';
import { callBy, type Handlers, type MethodContext, splitRequest, titleOf, unwrap } from './methodContext.ts';
import { pageOf } from './pages.ts';

function newestLease(state: State, id: TaskId): Lease | null {
  const leaseId = state.lastByTask.get(id) ?? ('' as LeaseId);
  return state.live.get(leaseId) ?? state.closed.get(leaseId) ?? null;
}

function viewTask(record: TaskRecord, { coordinator, session }: MethodContext): TaskView {
  const isForPerson = session.identity.surface === 'operator';
  return taskView(record, newestLease(coordinator.state, record.facts.id), isForPerson);
}

/** By its full id, or by its number in the workspace. */
function taskNamed(state: State, id: string): TaskRecord {
  const task = state.tasks.get(id as TaskId) ?? state.tasks.get(`${workspaceSource}/${id}` as TaskId);
  if (task !== undefined) return task;
  throw new ProtocolError('not_found', 'there is no such task', 'List what there is: signalbox task list.');
}

const isWanted = ({ facts }: TaskRecord, { source, repo, status }: TaskListParams): boolean =>
  (source === undefined || facts.source === source) &&
  (repo === undefined || facts.repo === repo) &&
  (status === undefined || facts.status === status);

export const taskMethods = {
  'task.add': async (params, context) => {
    const by = callBy('task.add', params, context);
    const answer = unwrap(await context.coordinator.execute('task.add', splitRequest(params).rest, by));
    return { task: viewTask(answer.task, context), startable_by: answer.startableBy };
  },
  'task.update': async (params, context) => {
    const by = callBy('task.update', params, context);
    const answer = unwrap(await context.coordinator.execute('task.update', splitRequest(params).rest, by));
    return { task: viewTask(answer.task, context) };
  },
  'task.cancel': async (params, context) => {
    const by = callBy('task.cancel', params, context);
    const answer = unwrap(await context.coordinator.execute('task.cancel', splitRequest(params).rest, by));
    return { task: viewTask(answer.task, context) };
  },
  'task.reopen': async (params, context) => {
    const by = callBy('task.reopen', params, context);
    const answer = unwrap(await context.coordinator.execute('task.reopen', splitRequest(params).rest, by));
    return { task: viewTask(answer.task, context) };
  },
  'task.clear_gate': async (params, context) => {
    const by = callBy('task.clear_gate', params, context);
    const answer = unwrap(
      await context.coordinator.execute('task.clear_gate', splitRequest(params).rest, by),
    );
    return { task: viewTask(answer.task, context) };
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
      return { tasks: page.map((task) => viewTask(task, context)), next_cursor, position: state.position };
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
        task: viewTask(task, context),
        leases: allLeases(state)
          .filter(({ taskId }) => taskId === id)
          .map((lease) => viewLease(state, lease)),
        questions: questions.map((question) => questionView(question, titleOf(state, id))),
        decisions: decisions.map(decisionView),
        position: state.position,
      };
    }),
} satisfies Handlers;

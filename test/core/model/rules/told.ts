import type { Model, Rule, Step } from '../model.ts';
import { must } from '../model.ts';

const statusTold = (value: unknown, before: string): string => (typeof value === 'string' ? value : before);

/** Takes what the command tells of tasks, as far as it was accepted, and judges their gates where the rules say so. */
function hear(model: Model, { command, context, outcome }: Step): void {
  const { tasks } = model;
  if (!outcome.result.ok) return;
  const { type, params } = command;
  if (type === 'tick') {
    const good = new Set(params.readings.filter(({ ok }) => ok).map(({ source }) => source));
    for (const reading of params.readings) {
      if (reading.ok && reading.isNew && reading.source !== 'workspace') {
        tasks.readSnapshot(reading.source, reading.snapshot);
      }
    }
    for (const id of tasks.told.keys()) if (good.has(id.split('/')[0]!)) tasks.judge(id, context);
  }
  if (type === 'lease.turn' && params.reconciled?.task !== undefined) {
    const row = model.meant(params);
    if (row?.state !== 'acknowledged') return;
    tasks.tell(row.task, params.reconciled.task, tasks.told.get(row.task)?.plan ?? null);
  }
  if (type === 'lease.turn' && params.reconciled !== null) {
    const row = model.meant(params);
    if (row?.state === 'acknowledged') tasks.judge(row.task, context);
  }
  hearPerson(model, command, context, outcome);
}

function hearPerson(
  { tasks }: Model,
  command: Step['command'],
  context: Step['context'],
  outcome: Step['outcome'],
): void {
  const { type, params } = command;
  if (type === 'task.add') {
    const mayStart = command.actor.surface === 'operator' || context.settings.workerTasks;
    const id = (outcome.result as unknown as { value: { task: { facts: { id: string } } } }).value.task.facts
      .id;
    const action_classes = (params.action_classes ?? []) as string[];
    const plan = typeof params.plan === 'string' ? `workspace/${params.plan}` : null;
    tasks.tell(
      id,
      { id, title: params.title as string, status: mayStart ? 'todo' : 'wait', action_classes },
      plan,
    );
    tasks.judge(id, context);
  }
  if (!type.startsWith('task.') || !('task' in params)) return;
  const id = params.task;
  const task = tasks.told.get(id);
  if (task === undefined) return;
  if (type === 'task.update') {
    task.title = statusTold(params.title, task.title);
    task.status = statusTold(params.status, task.status);
    if (typeof params.needs_human === 'boolean') task.needsHuman = params.needs_human;
    task.blocking = statusTold(params.blocking_reason, task.blocking);
    if (task.status !== 'todo') task.needsSpell = false;
    tasks.judge(id, context);
  }
  if (type === 'task.cancel') task.isCancelled = true;
  if (type === 'task.reopen') {
    Object.assign(task, { isCancelled: false, needsSpell: false });
    if (id.startsWith('workspace/')) task.status = 'todo';
  }
  if (type === 'task.clear_gate') {
    task.isTitleCleared = true;
    tasks.judge(id, context);
  }
}

/** First of all rules: the others judge by what was told here. */
export const told: Rule = {
  name: 'the register knows of each task what was last told of it',
  onOutcome: hear,
  onEvent: (model, event) => {
    if (event.type === 'LeaseCompleted') {
      const task = model.tasks.told.get(model.row(event.data.leaseId).task)!;
      task.needsSpell = task.status === 'todo';
      if (model.row(event.data.leaseId).task.startsWith('workspace/')) {
        Object.assign(task, { status: 'done', needsSpell: false });
      }
    }
    if (event.type !== 'TaskObserved') return;
    const { task: seen } = event.data;
    const known = model.tasks.told.get(seen.id);
    must(known !== undefined, () => `task ${seen.id} was observed and never told of`);
    const asTold = [known.title, known.status, known.needsHuman, known.note, known.blocking, known.plan];
    const asSeen = [
      ...[seen.title, seen.status, seen.needsHuman, seen.interventionNote, seen.blockingReason],
      seen.plan,
    ];
    must(
      JSON.stringify(asTold) === JSON.stringify(asSeen),
      () => `told ${JSON.stringify(asTold)}, observed ${JSON.stringify(asSeen)}`,
    );
  },
};

import type { Answers, CommandOf, CommandType } from '../../../../src/core/commands.ts';
import type { Model } from '../model.ts';
import { byType, must, type Rule, type Step } from '../rule.ts';
import type { ToldTask } from '../tasks.ts';

type Hears = {
  readonly [T in CommandType]?: (model: Model, params: CommandOf<T>['params'], step: Step) => void;
};

/** What an accepted command tells of a task that is known. */
const ofTask =
  <P extends { readonly task: string }>(tell: (task: ToldTask, params: P) => void) =>
  ({ tasks }: Model, params: P): void => {
    const task = tasks.told.get(params.task);
    if (task !== undefined) tell(task, params);
  };

const textOr = (value: unknown, before: string): string => (typeof value === 'string' ? value : before);

/** Gates are judged at each of these; what is told between two of them counts from the next one on (C15). */
const hears: Hears = {
  tick: ({ tasks }, { readings }, { context }) => {
    const good = new Set(readings.filter(({ ok }) => ok).map(({ source }) => source));
    for (const reading of readings) {
      if (!reading.ok || !reading.isNew || reading.source === 'workspace') continue;
      tasks.readSnapshot(reading.source, reading.snapshot);
    }
    for (const id of tasks.told.keys()) if (good.has(id.split('/')[0]!)) tasks.judge(id, context);
  },
  'lease.turn': (model, params, { context }) => {
    const row = model.meant(params);
    if (row?.state !== 'acknowledged' || params.reconciled === null) return;
    const { task } = params.reconciled;
    if (task !== undefined) model.tasks.tell(row.task, task, model.tasks.told.get(row.task)?.plan ?? null);
    model.tasks.judge(row.task, context);
  },
  'task.add': ({ tasks }, params, { command, context, outcome }) => {
    const mayStart = command.actor.surface === 'operator' || context.settings.workerTasks;
    const { id } = (outcome.result as { value: Answers['task.add'] }).value.task.facts;
    const action_classes = (params.action_classes ?? []) as string[];
    const plan = typeof params.plan === 'string' ? `workspace/${params.plan}` : null;
    const title = params.title as string;
    tasks.tell(id, { id, title, status: mayStart ? 'todo' : 'wait', action_classes }, plan);
    tasks.judge(id, context);
  },
  'task.update': (model, params, { context }) => {
    ofTask((task, { title, status, needs_human, blocking_reason }: typeof params) => {
      task.title = textOr(title, task.title);
      task.status = textOr(status, task.status);
      task.needsHuman = typeof needs_human === 'boolean' ? needs_human : task.needsHuman;
      task.blocking = textOr(blocking_reason, task.blocking);
      task.needsSpell &&= task.status === 'todo';
    })(model, params);
    model.tasks.judge(params.task, context);
  },
  'task.cancel': ofTask((task) => {
    task.isCancelled = true;
  }),
  'task.reopen': ofTask((task, params) => {
    Object.assign(task, { isCancelled: false, needsSpell: false });
    if (params.task.startsWith('workspace/')) task.status = 'todo';
  }),
  'task.clear_gate': (model, params, { context }) => {
    ofTask((task) => {
      task.isTitleCleared = true;
    })(model, params);
    model.tasks.judge(params.task, context);
  },
};

/** First of all rules: the others judge by what was told here. */
export const told: Rule = {
  name: 'Behaviour 1: the register knows of each task what was last told of it',
  onOutcome: (model, step) => {
    const { command, outcome } = step;
    const hear = hears[command.type] as ((model: Model, params: unknown, step: Step) => void) | undefined;
    if (outcome.result.ok) hear?.(model, command.params, step);
  },
  onEvent: byType({
    LeaseCompleted: (model, { data }) => {
      const { task: id } = model.row(data.leaseId);
      const task = model.tasks.told.get(id)!;
      task.needsSpell = task.status === 'todo';
      if (id.startsWith('workspace/')) Object.assign(task, { status: 'done', needsSpell: false });
    },
    TaskObserved: (model, { data: { task } }) => {
      const known = model.tasks.told.get(task.id);
      must(known !== undefined, () => `task ${task.id} was observed and never told of`);
      const { title, status, needsHuman, note, blocking, plan } = known;
      const wanted = JSON.stringify([title, status, needsHuman, note, blocking, plan]);
      const { interventionNote, blockingReason } = task;
      const seen = [task.title, task.status, task.needsHuman, interventionNote, blockingReason, task.plan];
      must(JSON.stringify(seen) === wanted, () => `told ${wanted}, observed ${JSON.stringify(seen)}`);
    },
  }),
};

import { isActive, isFinal, type Model, type Row } from '../model.ts';
import { byType, must, type Rule, type Step } from '../rule.ts';
import { givesOut } from './leases.ts';

const sourceOf = (task: string): string => task.split('/')[0]!;

const gated: Rule = {
  name: 'C15: nothing is offered, handed out or acknowledged for a gated task',
  onEvent: (model, event, { context }) => {
    const row = givesOut(model, event);
    if (row === null) return;
    must(!model.tasks.gated.has(row.task), () => `${row.id}: ${event.type} though ${row.task} is gated`);
    // Who has the offer may take it; everything else is judged by the settings in force now.
    const isByWorker = event.type === 'LeaseAcknowledged' && event.data.holder.kind === 'worker';
    if (isByWorker && isActive(row)) return;
    const isGated = model.tasks.hasGate(row.task, context);
    must(!isGated, () => `${row.id}: ${event.type} though ${row.task} is gated by now`);
  },
  onEnd: (model, { command, outcome }) => {
    if (command.type !== 'tick' || !outcome.result.ok) return;
    const good = new Set(command.params.readings.filter(({ ok }) => ok).map(({ source }) => source));
    for (const row of model.live()) {
      must(
        !(model.tasks.gated.has(row.task) && good.has(sourceOf(row.task))),
        () => `${row.id} goes on though ${row.task} is gated`,
      );
    }
    const { sends } = outcome.result.value as { sends: readonly string[] };
    for (const id of sends) must(model.row(id).state === 'offered', () => `${id} is sent and not offered`);
  },
};

const notBlocked: Rule = {
  name: 'C1, C2: a tick offers only work that is to do, of a plan that dispatches and waits for none',
  onEvent: (model, event, { command }) => {
    const row = givesOut(model, event);
    if (row === null || command.type !== 'tick' || isActive(row)) return;
    const task = model.tasks.told.get(row.task)!;
    const isChain = row.source === 'checkpoint' || row.source === 'retry';
    const mayRun = task.status === 'todo' || task.status === 'progress';
    must(mayRun && !task.isCancelled, () => `${row.id} is offered, ${row.task} is ${task.status}`);
    must(!model.tasks.waitsForPlan(row.task), () => `${row.id} is offered though ${row.task} waits`);
    if (isChain || task.plan === null || sourceOf(row.task) === 'workspace') return;
    const status = model.tasks.plans.get(sourceOf(row.task))?.get(task.plan);
    must(status === 'active' || status === 'ready', () => `${row.id} is offered, plan is ${String(status)}`);
  },
};

const key = (task: string, revision: string): string => `${task} ${revision}`;

/** Same meaning, same revision; another meaning, another revision (C5). */
function checkRevision(model: Model, task: string, revision: string): void {
  const { told, generation, meaning } = model.tasks;
  const known = told.get(task)!;
  const { title, plan, needsHuman, note, blocking, classes } = known;
  const parts = [title, plan, needsHuman, note, blocking, [...classes].sort(), generation.get(task) ?? 0];
  const now = JSON.stringify(parts);
  const before = meaning.get(key(task, revision));
  must(
    before === undefined || before === now,
    () => `${revision} of ${task} means ${String(before)} and ${now}`,
  );
  meaning.set(key(task, revision), now);
  const twin = meaning.get(`meaning ${task} ${now}`);
  must(twin === undefined || twin === revision, () => `${now} of ${task} is ${String(twin)} and ${revision}`);
  meaning.set(`meaning ${task} ${now}`, revision);
  meaning.set(`now ${task}`, revision);
}

/** A person's stop, or one for safety, is the last word on this revision, offered or not. */
const personsEnds = new Set(['operator', 'unsafe', 'transport_failed', 'attempts_exhausted']);

function consume({ tasks }: Model, { id, task, revision }: Row): void {
  if (!tasks.fired.has(key(task, revision))) tasks.fired.set(key(task, revision), id);
}

function fire(model: Model, row: Row): void {
  const { fired } = model.tasks;
  const by = fired.get(key(row.task, row.revision));
  const isRoot = row.source === 'task' || row.source === 'message';
  must(by === undefined || by === row.id || !isRoot, () => `${row.id} fires what ${String(by)} has fired`);
  if (by === undefined) fired.set(key(row.task, row.revision), row.id);
}

function regenerate({ tasks }: Model, task: string): void {
  tasks.generation.set(task, (tasks.generation.get(task) ?? 0) + 1);
}

const checkFiring = byType({
  LeaseOffered: (model, { data }) => {
    fire(model, model.row(data.leaseId));
  },
  LeaseAcknowledged: (model, { data }) => {
    fire(model, model.row(data.leaseId));
  },
  LeaseStopped: (model, { data }) => {
    const row = model.row(data.leaseId);
    if (data.reason === 'gated') fire(model, row);
    if (personsEnds.has(data.reason)) consume(model, row);
  },
  LeaseCompleted: (model, { data }) => {
    const { tasks } = model;
    const { task, id } = model.row(data.leaseId);
    const seen = key(task, tasks.meaning.get(`now ${task}`)!);
    if (!tasks.fired.has(seen)) tasks.fired.set(seen, id);
  },
  LeaseCreated: ({ tasks }, { data }) => {
    const { taskId, revision, source, leaseId } = data;
    if (source !== 'task' && source !== 'message') return;
    const by = tasks.fired.get(key(taskId, revision));
    must(by === undefined, () => `${leaseId} is made for what ${String(by)} has fired`);
    must(!tasks.told.get(taskId)!.needsSpell, () => `${leaseId} is made without a spell outside todo`);
  },
  TaskObserved: (model, { data }) => {
    checkRevision(model, data.task.id, data.revision);
  },
  GateCleared: (model, { data }) => {
    regenerate(model, data.taskId);
    checkRevision(model, data.taskId, data.revision);
  },
  TaskReopened: (model, { data }) => {
    regenerate(model, data.taskId);
    checkRevision(model, data.taskId, data.revision);
  },
});

const firesOnce: Rule = {
  name: 'C5: a (task, revision) fires at most once outside its chain',
  onEvent: checkFiring,
};

/** Leases that this command ended in a way that leaves a successor (C14). */
function endedForRetry(step: Step): { id: string; reason: string }[] {
  const { command } = step;
  const isRetryable = command.type === 'lease.fail' && command.params.retryable === true;
  return step.outcome.events.flatMap((event) => {
    if (event.type !== 'LeaseStopped') return [];
    const { reason, leaseId } = event.data;
    const leaves = reason === 'holder_lost' || reason === 'released' || (reason === 'failed' && isRetryable);
    return leaves ? [{ id: leaseId, reason }] : [];
  });
}

const budget: Rule = {
  name: 'C14, C17: successors and children keep to their budgets, and a lost lease has one until then',
  onEvent: (model, event, { context }) => {
    if (event.type !== 'LeaseCreated') return;
    const { source, parent, triggerId, leaseId, continuation } = event.data;
    if (parent === null) return;
    const before = model.row(parent);
    must(isFinal(before), () => `${leaseId} goes on from ${parent}, which is ${before.state}`);
    must(
      (source === 'retry') === (triggerId === before.trigger),
      () => `${leaseId} is a ${source} of ${parent} under trigger ${triggerId}`,
    );
    const steps = source === 'checkpoint' ? 1 : 0;
    must(continuation === before.continuation + steps, () => `${leaseId} is continuation ${continuation}`);
    const lost = model.lost.get(triggerId) ?? 0;
    must(lost < context.settings.maxAttempts, () => `${leaseId} is made after ${lost} losses`);
  },
  onEnd: (model, step) => {
    const { maxAttempts, maxContinuations } = step.context.settings;
    for (const { id, reason } of endedForRetry(step)) {
      const { trigger } = model.row(id);
      const lost = model.lost.get(trigger) ?? 0;
      must(lost <= maxAttempts, () => `trigger ${trigger} has ${lost} lost leases`);
      const made = step.outcome.events.filter(
        (event) => event.type === 'LeaseCreated' && event.data.parent === id,
      );
      must(
        made.length === (lost < maxAttempts ? 1 : 0),
        () => `${id} ${reason} has ${made.length} successors`,
      );
    }
    for (const row of model.live()) {
      must(row.continuation <= maxContinuations, () => `${row.id} is continuation ${row.continuation}`);
    }
  },
};

const sourceReasons = new Set(['gated', 'cancelled', 'task_gone', 'done', 'superseded']);

const frozenSource: Rule = {
  name: 'C4: a frozen source gets nothing sent and nothing stopped for its own reasons',
  onEvent: (model, event, { command, context }) => {
    const row = givesOut(model, event);
    if (command.type === 'lease.next' && row?.state === 'pending') {
      const goodAt = context.facts.goodAt.get(sourceOf(row.task) as never) ?? -Infinity;
      must(
        context.now - goodAt < 2 * context.settings.tickMs,
        () => `${row.id} is handed out, its source is stale`,
      );
    }
    if (command.type !== 'tick') return;
    const good = new Set(command.params.readings.filter(({ ok }) => ok).map(({ source }) => source));
    if (row !== null)
      must(good.has(sourceOf(row.task)), () => `${row.id}: ${event.type}, its source is frozen`);
    if (event.type !== 'LeaseStopped' || !sourceReasons.has(event.data.reason)) return;
    const { task, id } = model.row(event.data.leaseId);
    must(good.has(sourceOf(task)), () => `${id} is stopped ${event.data.reason}, its source is frozen`);
  },
};

export const workRules: readonly Rule[] = [gated, notBlocked, firesOnce, budget, frozenSource];

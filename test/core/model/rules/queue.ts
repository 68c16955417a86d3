import { isActive, type Model, type Row, workerOf } from '../model.ts';
import { must, type Rule, type Step } from '../rule.ts';

const sourceOf = (task: string): string => task.split('/')[0]!;

/** Whether the scope may be given to this lease; null: it may, else why not. */
function scopeReason(model: Model, row: Row, { context }: Step): string | null {
  if (row.isDirty) return 'dirty_tree';
  if (!context.settings.canDispatch || model.paused.has(row.repo)) return 'paused';
  if (model.takenBy.has(row.repo)) return 'taken_by_person';
  if (model.draining.has(row.repo)) return 'draining';
  const child = model.reserved.get(row.repo);
  const isReserved = child !== undefined && child !== row.id && model.row(child).state === 'pending';
  const other = model.live().some((one) => one !== row && one.repo === row.repo && isActive(one));
  return other || isReserved ? 'scope_taken' : null;
}

const isFor = ({ onlyWorker, notTo, preferred }: Row, worker: string, now: number): boolean =>
  (onlyWorker === null || onlyWorker === worker) &&
  !notTo.includes(worker) &&
  (preferred === null || now >= preferred.untilAt || preferred.worker === worker);

const isBusy = (model: Model, worker: string): boolean =>
  model.live().some((row) => isActive(row) && workerOf(row) === worker);

/** A worker that could have had the lease in this tick; undefined: there is none. */
function ableWorker(model: Model, row: Row, step: Step): string | undefined {
  const { settings, facts, now } = step.context;
  const served = new Set(servedBy(step));
  const waiting = facts.waiters.filter((waiter) => !served.has(waiter)).map(({ worker }) => worker as string);
  const pushed = settings.workers
    .filter(({ id, transport }) => transport !== 'poll' && facts.endpoints.get(id)?.ok === true)
    .filter(({ id }) => !facts.detachedAt.has(id) && !model.skipped.has(id))
    .map(({ id }) => id as string);
  const isOfRepo = (worker: string): boolean => {
    const configured = settings.workers.find(({ id }) => id === worker);
    const repos = configured?.repos ?? model.registered.get(worker) ?? [];
    return repos.some((repo) => repo === row.repo);
  };
  return [...waiting, ...pushed].find(
    (worker) => isOfRepo(worker) && isFor(row, worker, now) && !isBusy(model, worker),
  );
}

const servedBy = ({ outcome }: Step): unknown[] =>
  outcome.result.ok
    ? (outcome.result.value as { handOuts: readonly { waiter: unknown }[] }).handOuts.map(
        ({ waiter }) => waiter,
      )
    : [];

/** Scope first, then worker: what is free is given out in this very tick, and what is not says why. */
function checkPending(model: Model, row: Row, step: Step): void {
  const reason = scopeReason(model, row, step);
  if (reason !== null) {
    // What goes on to another lease in the same tick was free when this one's turn was.
    const isGivenOut = step.outcome.events.some(
      ({ type }) => type === 'LeaseOffered' || type === 'LeaseAcknowledged',
    );
    const isShown = scopeReasons.includes(row.reason ?? '');
    must(
      isShown || (reason === 'scope_taken' && isGivenOut),
      () => `${row.id} shows ${String(row.reason)}, it is ${reason}`,
    );
    return;
  }
  must(
    !scopeReasons.includes(row.reason ?? ''),
    () => `${row.id} shows ${String(row.reason)}, ${row.repo} is free`,
  );
  const able = ableWorker(model, row, step);
  must(able === undefined, () => `${row.id} is ${String(row.reason)}, ${able!} could have it`);
}
const scopeReasons = ['dirty_tree', 'paused', 'taken_by_person', 'draining', 'scope_taken', 'source_stale'];

function checkWaiting(model: Model, row: Row): void {
  const task = model.tasks.told.get(row.task)!;
  const status = model.tasks.plans.get(sourceOf(row.task))?.get(task.plan ?? '');
  const isReady = task.plan === null || status === 'active' || status === 'ready';
  const waits = row.reason === 'blocked' || model.tasks.waitsForPlan(row.task);
  must(
    !(task.status === 'todo' && isReady && !waits) || sourceOf(row.task) === 'workspace',
    () => `${row.id} waits, ${String(row.reason)}, and has nothing to wait for`,
  );
}

/** A task that is to do and has not fired has its row by the end of the tick (C1, C5). */
function checkRows(model: Model, good: ReadonlySet<string>): void {
  const { tasks } = model;
  const live = new Set(model.live().map(({ task }) => task));
  for (const [id, task] of tasks.told) {
    if (!good.has(sourceOf(id)) || !tasks.isPresent(id) || live.has(id)) continue;
    if (task.status !== 'todo' || task.isCancelled || task.needsSpell) continue;
    const revision = tasks.meaning.get(`now ${id}`)!;
    must(tasks.fired.has(`${id} ${revision}`), () => `${id} is to do and has no lease`);
  }
}

const queue: Rule = {
  name: 'C1, C6: what can be offered is offered in that tick, and what waits shows a true reason',
  onEnd: (model, step) => {
    const { command } = step;
    if (command.type !== 'tick') return;
    const good = new Set(command.params.readings.filter(({ ok }) => ok).map(({ source }) => source));
    for (const row of model.live()) {
      if (!good.has(sourceOf(row.task))) continue;
      if (row.state === 'pending') checkPending(model, row, step);
      if (row.state === 'waiting') checkWaiting(model, row);
    }
    checkRows(model, good);
  },
};

const noConfiguration: Rule = {
  name: 'C21: without a valid configuration nothing is offered or handed out',
  onEvent: (model, event, { context, command }) => {
    if (context.settings.canDispatch || command.actor.surface === 'operator') return;
    must(event.type !== 'LeaseOffered', () => `an offer without a valid configuration`);
    if (event.type !== 'LeaseAcknowledged' || command.type === 'lease.rearm') return;
    const { state, id } = model.row(event.data.leaseId);
    must(state !== 'pending', () => `${id} is handed out without a valid configuration`);
  },
};

export const queueRules: readonly Rule[] = [queue, noConfiguration];

import { Clocks } from '../clocks.ts';
import { isActive, type Model, type Row } from '../model.ts';
import { byType, must, type Rule, type Step } from '../rule.ts';
import { givesOut } from './leases.ts';

const isLost = (model: Model, row: Row, { context }: Step): boolean => {
  if (!model.isExpired(row, context.now)) return false;
  const { silentMs } = Clocks.read(row.clock!, false, context.now);
  return !model.isPresent(row, context.now) || silentMs >= context.settings.maxSilenceMs;
};

const wishedTtl = ({ command, outcome, context }: Step, lease: string): number => {
  const { leaseTtlMs } = context.settings;
  if (command.type === 'tick' && outcome.result.ok) {
    const { handOuts } = outcome.result.value as { handOuts: readonly HandOutLike[] };
    return handOuts.find(({ answer }) => answer.grant?.lease.id === lease)?.waiter.ttlMs ?? leaseTtlMs;
  }
  const { ttl_ms } = command.params as { ttl_ms?: number };
  return command.actor.surface === 'worker' && ttl_ms !== undefined ? ttl_ms : leaseTtlMs;
};
interface HandOutLike {
  readonly waiter: { readonly ttlMs: number | null };
  readonly answer: { readonly grant: { readonly lease: { readonly id: string } } | null };
}

const checkTime = byType({
  LeaseStopped: (model, { data }, step) => {
    if (data.reason !== 'holder_lost') return;
    const row = model.row(data.leaseId);
    must(row.state === 'acknowledged', () => `${row.id} is lost, it is ${row.state}`);
    must(row.questions.size === 0, () => `${row.id} is lost while a question is open`);
    must(isLost(model, row, step), () => `${row.id} is lost too early: ${JSON.stringify(row.clock)}`);
  },
  LeaseAcknowledged: (_model, { at, data }, step) => {
    const { leaseId, ttlMs, deadlineAt } = data;
    must(deadlineAt === at + ttlMs, () => `${leaseId} has until ${deadlineAt}`);
    must(ttlMs === wishedTtl(step, leaseId), () => `${leaseId} has ${ttlMs} ms`);
  },
  LeaseRenewed: (model, { at, data }) => {
    const row = model.row(data.leaseId);
    const { leftMs, ttlMs } = Clocks.read(row.clock!, row.questions.size > 0, at);
    must(leftMs <= ttlMs / 2, () => `${row.id} is renewed with ${leftMs} of ${ttlMs} ms left`);
    must(data.deadlineAt === at + ttlMs, () => `${row.id} is renewed to ${data.deadlineAt}`);
  },
  CoordinatorStarted: (model, { at, data }, { context }) => {
    const graced = model.live().filter((row) => {
      if (row.state !== 'acknowledged' || row.questions.size > 0 || row.clock!.hasGrace) return false;
      return Clocks.read(row.clock!, false, at).leftMs < context.settings.restartGraceMs;
    });
    const expected = graced
      .map(({ id }) => id)
      .sort()
      .join();
    const found = data.graced
      .map(({ leaseId }) => leaseId as string)
      .sort()
      .join();
    must(expected === found, () => `grace for ${found} instead of ${expected}`);
  },
});

const deadlines: Rule = {
  name: 'C13, C16: nobody is lost before its deadline, nor while a question is open',
  onEvent: checkTime,
  onEnd: (model, step, state) => {
    const { now } = step.context;
    for (const row of model.live()) {
      if (row.state !== 'acknowledged') continue;
      const lease = state.live.get(row.id as never);
      if (lease?.state !== 'acknowledged') continue;
      const isFrozen = row.questions.size > 0;
      const { leftMs } = Clocks.read(row.clock!, isFrozen, now);
      must(
        isFrozen === (lease.frozenAt !== null),
        () => `${row.id} has ${row.questions.size} questions open`,
      );
      const left = lease.deadlineAt - (lease.frozenAt ?? now);
      must(left === leftMs, () => `${row.id} has ${left} ms left instead of ${leftMs}`);
      must(
        step.command.type !== 'tick' || !isLost(model, row, step),
        () => `${row.id} is still ${row.holder?.kind ?? 'nobody'}'s after the tick, its holder is lost`,
      );
    }
  },
};

/** Whether the call is the holder's own, by its epoch. */
const isOwnCall = (row: Row, { command }: Step): boolean => {
  const ends = ['lease.complete', 'lease.checkpoint', 'lease.fail', 'lease.release'];
  if (!ends.includes(command.type)) return false;
  const { epoch } = command.params as { epoch?: string };
  return epoch === row.epoch;
};

function beginDraining(model: Model, row: Row, step: Step): void {
  if (row.state !== 'acknowledged' || row.holder?.kind !== 'worker' || isOwnCall(row, step)) return;
  const { now } = step.context;
  const hasProcess = row.holder.process !== null;
  const hasEnded = model.endedEpochs.has(row.epoch!);
  if (hasEnded || (!hasProcess && model.isExpired(row, now))) return;
  const { leftMs } = Clocks.read(row.clock!, row.questions.size > 0, now);
  model.draining.set(row.repo, { lease: row, hasProcess, deadlineAt: now + leftMs });
}

/** Whether the command is a call of the one who had the lease: then its answer tells it (C7). */
function isToldHolder({ command }: Step, { epoch, holder, id }: Row): boolean {
  if (holder?.kind !== 'worker') return false;
  const params = command.params as { epoch?: string; worker?: string; session?: string; process?: unknown };
  if (params.worker !== holder.worker) return false;
  if (command.type === 'lease.next') {
    const isSession = holder.session !== null || params.session !== undefined;
    if (isSession) return holder.session === (params.session ?? null);
    return JSON.stringify(holder.process) === JSON.stringify(params.process ?? null);
  }
  return epoch === params.epoch && id !== '';
}

const draining: Rule = {
  name: 'C7: a draining scope gets no new holder until its last one was told, has ended or is past its time',
  onEvent: (model, event, step) => {
    const row = givesOut(model, event);
    if (row !== null) {
      const before = model.draining.get(row.repo);
      must(before === undefined, () => `${row.id}: ${event.type} while ${before!.lease.id} drains`);
    }
    const ends = ['LeaseCompleted', 'LeaseCheckpointed', 'LeaseStopped'];
    if (ends.includes(event.type))
      beginDraining(model, model.row((event.data as { leaseId: string }).leaseId), step);
    if (event.type !== 'ScopeDrained') return;
    const { repo, why } = event.data;
    const now = model.draining.get(repo);
    must(now !== undefined, () => `${repo} drains no longer and never did`);
    const { now: at } = step.context;
    const isTrue = {
      told: isToldHolder(step, now.lease),
      process_ended: model.endedEpochs.has(now.lease.epoch!),
      deadline: !now.hasProcess && at >= now.deadlineAt,
      operator: step.command.type === 'scope.resume' && step.command.actor.surface === 'operator',
    }[why];
    must(isTrue, () => `${repo} drains no longer because of ${why}, which is not so`);
  },
  onEnd: (model, { command, context }, state) => {
    for (const [repo, { lease, hasProcess, deadlineAt }] of model.draining) {
      const record = state.scopes.get(repo as never)?.draining ?? null;
      must(record?.leaseId === lease.id, () => `${repo} does not drain after ${lease.id}`);
      must(
        record.deadlineAt === deadlineAt && record.hasProcess === hasProcess,
        () => `${repo} drains until ${record.deadlineAt} instead of ${deadlineAt}`,
      );
      const isOver = model.endedEpochs.has(lease.epoch!) || (!hasProcess && context.now >= deadlineAt);
      must(command.type !== 'tick' || !isOver, () => `${repo} drains after its time`);
    }
    for (const { repo, draining: record } of state.scopes.values()) {
      must(record === null || model.draining.has(repo), () => `${repo} drains without a reason`);
    }
  },
};

const scopes: Rule = {
  name: 'C6, C14, C17: nothing is given out in a paused, taken or reserved scope, or over a dirty tree',
  onEvent: (model, event, { command }) => {
    const row = givesOut(model, event);
    if (row === null) return;
    const child = model.reserved.get(row.repo);
    must(
      child === undefined || child === row.id || isActive(row) || model.row(child).state !== 'pending',
      () => `${row.id}: ${event.type}, ${row.repo} is reserved for ${child!}`,
    );
    const isByPerson = event.type === 'LeaseAcknowledged' && event.data.holder.kind === 'operator';
    const isAnswer = isActive(row) && event.type === 'LeaseAcknowledged';
    if (isByPerson || isAnswer) return;
    must(!model.paused.has(row.repo), () => `${row.id}: ${event.type}, ${row.repo} is paused`);
    must(!model.takenBy.has(row.repo), () => `${row.id}: ${event.type}, ${row.repo} is a person's`);
    if (command.type === 'lease.rearm') return;
    must(!row.isDirty, () => `${row.id}: ${event.type} over a dirty tree`);
  },
};

export const timeRules: readonly Rule[] = [deadlines, draining, scopes];

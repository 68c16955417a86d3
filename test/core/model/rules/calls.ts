import { isDeepStrictEqual } from 'node:util';
import type { Answers, LeaseCall } from '../../../../src/core/commands.ts';
import type { Model, Row } from '../model.ts';
import { must, type Rule, type Step } from '../rule.ts';

const heard = new Set(['WorkerHeard', 'WorkerRegistered', 'ScopeDrained', 'LateResultQuarantined']);

const onlyHeard = ({ outcome, command }: Step): void => {
  // A turn under a gate is answered `refuse`, and what it reports as shown still counts (T3).
  const isAccepted = command.type === 'lease.turn' && outcome.result.ok;
  for (const event of outcome.events) {
    if (isAccepted && (event.type === 'DecisionsShown' || event.type === 'RequestAccepted')) continue;
    must(heard.has(event.type), () => `${command.type} made ${event.type}`);
    must(
      event.type !== 'ScopeDrained' || event.data.why === 'told',
      () => `${command.type} ended a draining`,
    );
  }
};

const refusals: Rule = {
  name: 'W1: a refused command changes nothing but what was heard',
  onOutcome: (_model, step) => {
    if (!step.outcome.result.ok) onlyHeard(step);
  },
};

const fenced = new Set<string>([
  ...['lease.renew', 'lease.turn', 'lease.checkpoint', 'lease.complete', 'lease.fail', 'lease.release'],
  'question.ask',
]);

function isHolders(row: Row | undefined, call: LeaseCall): boolean {
  if (row?.state !== 'acknowledged' || row.holder?.kind !== 'worker') return false;
  if (call.lease !== undefined && call.task !== undefined && row.task !== call.task) return false;
  const isFromIts = call.repo === undefined || call.repo === row.repo;
  return call.epoch === row.epoch && (call.worker ?? row.repo) === row.holder.worker && isFromIts;
}

const fencing: Rule = {
  name: 'C12, W1: a call with a stale epoch has no effect, and its holder is never refused',
  onOutcome: (model, step) => {
    const { command, outcome } = step;
    if (!fenced.has(command.type)) return;
    const call = command.params as LeaseCall;
    if (command.actor.surface === 'operator' && call.epoch === undefined) return;
    const row = model.meant(call);
    const { result } = outcome;
    if (isHolders(row, call)) {
      must(
        result.ok || result.error.kind === 'invalid_params',
        () => `the holder of ${row!.id} is refused ${result.ok ? '' : result.error.kind}`,
      );
      return;
    }
    onlyHeard(step);
    if (!result.ok) return;
    const isTold =
      command.type === 'lease.turn' &&
      row?.reason === 'gated' &&
      (row.epoch === null || call.epoch === row.epoch);
    const refused = isTold && (result.value as Answers['lease.turn']).verdict === 'refuse';
    must(refused, () => `${command.type} by ${call.epoch ?? 'no epoch'} is accepted, ${JSON.stringify(row)}`);
  },
};

const acks: Rule = {
  name: 'C11, C12: an offer is taken by its worker in its time, a held lease only from an absent holder',
  onEvent: (model, event, { command, context }) => {
    if (event.type !== 'LeaseAcknowledged' || event.data.holder.kind === 'operator') return;
    const row = model.row(event.data.leaseId);
    const { worker } = event.data.holder;
    if (row.state === 'acknowledged') {
      must(
        row.holder?.kind === 'worker' && row.holder.worker === worker,
        () => `${row.id} goes to ${worker} from ${JSON.stringify(row.holder)}`,
      );
      must(!model.isPresent(row, context.now), () => `${row.id} is taken from a present holder`);
    }
    if (row.state === 'offered' || row.state === 'backoff') {
      must(row.worker === worker, () => `${row.id}, offered to ${String(row.worker)}, goes to ${worker}`);
    }
    if (command.type !== 'lease.ack') return;
    must(
      row.state === 'acknowledged' || (row.state === 'offered' && context.now < row.offerDeadlineAt),
      () => `${row.id} is acknowledged in ${row.state}, after its offer has run out`,
    );
  },
};

const repeats: Rule = {
  name: 'W2: a repeated request gets the same answer and does nothing',
  onOutcome: (_model, { command, outcome, repeated }) => {
    if (repeated === null) return;
    must(outcome.events.length === 0, () => `the repeat of ${command.type} makes events`);
    must(
      outcome.result.ok && isDeepStrictEqual(outcome.result.value, repeated.answer),
      () => `the repeat of ${command.type} is answered ${JSON.stringify(outcome.result)}`,
    );
  },
};

const deliveries: Rule = {
  name: 'C8: a report on an older attempt changes nothing, and none acknowledges',
  onOutcome: (model: Model, { command, outcome }) => {
    if (command.type !== 'delivery.report') return;
    const row = model.rows.get(command.params.leaseId);
    const isCurrent = row?.state === 'offered' && row.attempt === command.params.attempt;
    must(
      isCurrent || outcome.events.length === 0,
      () => `a stale report made ${outcome.events.length} events`,
    );
  },
};

export const callRules: readonly Rule[] = [refusals, fencing, acks, deliveries];
export const repeatRule = repeats;

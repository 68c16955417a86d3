import type { Answers, Grant } from '../../../../src/core/commands.ts';
import { isFinal, type Model } from '../model.ts';
import { must, type Rule, type Step } from '../rule.ts';

interface HandedOver {
  readonly session: string;
  readonly task: string;
  readonly ids: readonly string[];
}

/** What the command's answer hands over, to which session. */
function handedOver(model: Model, { command, outcome }: Step): HandedOver[] {
  if (!outcome.result.ok) return [];
  const { value } = outcome.result;
  if (command.type === 'tick') {
    return (value as Answers['tick']).handOuts.flatMap(({ answer }) => ofGrant(model, answer.grant));
  }
  if (command.type === 'lease.next') return ofGrant(model, (value as Answers['lease.next']).grant);
  if (command.type === 'lease.rearm') return ofGrant(model, value as Grant);
  if (command.type === 'lease.ack') {
    const grant = value as Grant;
    // A person who looks at another's lease is not its session.
    const isOthers = command.actor.surface === 'operator' && grant.lease.state === 'acknowledged';
    return isOthers && grant.lease.holder.kind === 'worker' ? [] : ofGrant(model, grant);
  }
  if (command.type !== 'lease.turn') return [];
  const { verdict, decisions } = value as Answers['lease.turn'];
  const row = model.meant(command.params);
  if (row?.state !== 'acknowledged' || verdict !== 'continue') return [];
  return [{ session: row.session!, task: row.task, ids: decisions.map(({ id }) => id) }];
}

function ofGrant(model: Model, grant: Grant | null): HandedOver[] {
  if (grant === null) return [];
  return [{ ...sessionOf(model, grant), ids: grant.decisions.map(({ id }) => id) }];
}

function sessionOf(model: Model, { lease }: Grant): { session: string; task: string } {
  const row = model.row(lease.id);
  return { session: row.session!, task: row.task };
}

/** Who a decision is shown to: the agent session named at ack, else the epoch; a rearm keeps the old one (T3). */
function expectedSession(model: Model, step: Step, lease: string, epoch: string): string {
  const { command } = step;
  if (command.actor.surface === 'operator') return epoch;
  if (command.type === 'tick') {
    const { handOuts } = (step.outcome.result as { value: Answers['tick'] }).value;
    return handOuts.find(({ answer }) => answer.grant?.lease.id === lease)?.waiter.session ?? epoch;
  }
  const { session } = command.params as { session?: string };
  if (command.type !== 'lease.rearm') return session ?? epoch;
  return model.meant(command.params)?.session ?? session ?? epoch;
}

const decisionRule: Rule = {
  name: 'T3: a decision is shown to whoever goes on until its session reported it, and then never again',
  onOutcome: (model, { command, outcome }) => {
    if (command.type !== 'lease.turn' || !outcome.result.ok) return;
    const row = model.meant(command.params);
    const answer = outcome.result.value as Answers['lease.turn'];
    if (answer.verdict !== 'continue') {
      must(answer.decisions.length === 0, () => `a turn that ends in ${answer.verdict} returns decisions`);
    }
    if (row?.session == null) return;
    const reported = model.reported.get(row.session) ?? new Set();
    for (const id of (command.params.shown ?? []) as string[]) {
      if (model.decisions.get(id)?.task === row.task) reported.add(id);
    }
    model.reported.set(row.session, reported);
  },
  onEvent: (model, event, step) => {
    if (event.type !== 'LeaseAcknowledged') return;
    const { leaseId, epoch, session } = event.data;
    const expected = expectedSession(model, step, leaseId, epoch);
    must(session === expected, () => `${leaseId} is ${session}'s instead of ${expected}'s`);
  },
  onEnd: (model, step) => {
    for (const { session, task, ids } of handedOver(model, step)) {
      const reported = model.reported.get(session) ?? new Set();
      for (const id of ids) {
        must(!reported.has(id), () => `${id} is shown again to ${session}, which reported it`);
        must(model.decisions.get(id)?.task === task, () => `${id} is of another task than ${task}`);
      }
      for (const { id, isVoided, task: of } of model.decisions.values()) {
        if (of !== task || isVoided || reported.has(id)) continue;
        must(ids.includes(id), () => `${id} of ${task} is not shown to ${session}`);
      }
    }
  },
};

const questions: Rule = {
  name: 'T7: an open question is bound to a lease that is not ended',
  onEnd: (model, _step, state) => {
    for (const [id, question] of model.questions) {
      if (question.state !== 'open') continue;
      const row = model.row(question.lease);
      must(!isFinal(row), () => `question ${id} is open, its lease ${row.id} is ${row.state}`);
      must(row.questions.has(id), () => `question ${id} is not among those of ${row.id}`);
      const found = state.questions.get(id as never);
      must(found?.leaseId === row.id && found.state === 'open', () => `question ${id} is kept otherwise`);
    }
  },
};

export const humanRules: readonly Rule[] = [decisionRule, questions];

import type { Answers, Command, CommandOf } from '../../../src/core/commands.ts';
import type { Context, RequestMark, Waiter } from '../../../src/core/context.ts';
import { decide } from '../../../src/core/decide/decide.ts';
import type { RegisterEvent } from '../../../src/core/events.ts';
import { evolve } from '../../../src/core/evolve/evolve.ts';
import { uuid7 } from '../../../src/base/uuid7.ts';
import type { LeaseId, NewId, RequestId } from '../../../src/core/model/ids.ts';
import { initialState, type MutableState } from '../../../src/core/model/state.ts';
import type { Action, Profile } from './actions.ts';
import { Model } from './model.ts';
import { Broken, type Rule, type Step } from './rule.ts';
import { Outside } from './outside.ts';
import { checkReplay } from './replay.ts';
import { callRules, repeatRule } from './rules/calls.ts';
import { humanRules } from './rules/human.ts';
import { queueRules } from './rules/queue.ts';
import { leaseRules } from './rules/leases.ts';
import { timeRules } from './rules/time.ts';
import { told } from './rules/told.ts';
import { workRules } from './rules/work.ts';
import type { World } from './steps/step.ts';
import { stepsOf } from './steps/steps.ts';

const rules: readonly Rule[] = [
  told,
  ...leaseRules,
  ...callRules,
  ...workRules,
  ...timeRules,
  ...queueRules,
  ...humanRules,
];

export interface Accepted {
  readonly command: Command;
  readonly answer: unknown;
}

/** One register, its outside and the oracle, and the steps that are taken with them. */
export class Sequence implements World {
  readonly outside: Outside;
  readonly model: Model;
  readonly state: MutableState = initialState();
  readonly events: RegisterEvent[] = [];
  readonly accepted: Accepted[] = [];
  private readonly trace: (string | Step)[] = [];
  private readonly waiting = new Map<Waiter, Command>();
  private ids = 0;

  constructor(profile: Profile) {
    this.outside = new Outside(profile);
    this.model = new Model(this.outside.endedEpochs);
  }

  /** Takes all steps and then replays them. A broken rule is thrown with the trace that led to it. */
  static run(profile: Profile, actions: readonly Action[]): Sequence {
    const sequence = new Sequence(profile);
    try {
      for (const action of [{ kind: 'tick', a: 0, b: 0, c: 0, d: 2 } as const, ...actions])
        sequence.take(action);
      checkReplay(sequence.events, sequence.state);
    } catch (error) {
      throw new Broken(`${error instanceof Error ? error.message : String(error)}\n${sequence.told()}`, {
        cause: error,
      });
    }
    return sequence;
  }

  private take(action: Action): void {
    const { kind } = action;
    if (kind === 'repeat') return this.repeat(action);
    const planned = stepsOf[kind](this, action);
    if (typeof planned === 'string') this.trace.push(planned);
    else this.execute({ ...planned, request: this.request() } as Command, null);
  }

  wait(waiter: Omit<Waiter, 'request' | 'actor' | 'ended'>): void {
    const request = this.request();
    const { worker, session, process } = waiter;
    const actor = { surface: 'worker', name: worker } as const;
    const kept: Waiter = { ...waiter, actor, request, ended: [] };
    const params = {
      worker,
      ...(session === null ? {} : { session }),
      ...(process === null ? {} : { process }),
    };
    this.outside.waiters.push(kept);
    this.waiting.set(kept, { type: 'lease.next', params, actor, request });
  }

  private repeat({ a, b }: Action): void {
    const before = this.accepted[this.accepted.length === 0 ? 0 : (a * 32 + b) % this.accepted.length];
    if (before !== undefined) this.execute(before.command, { answer: before.answer });
  }

  private request(): RequestMark {
    const random = new Uint8Array(10);
    new DataView(random.buffer).setUint32(4, ++this.ids);
    return { requestId: uuid7(this.outside.now, random) as RequestId, digest: `digest-${this.ids}` };
  }

  private context(): Context {
    const rows = [...this.model.rows.values()];
    const ended = rows.filter(({ epoch }) => epoch !== null && this.outside.endedEpochs.has(epoch));
    return {
      now: this.outside.now,
      settings: this.outside.settings,
      facts: this.outside.facts(new Set(ended.map(({ id }) => id as LeaseId))),
      newId: ((kind: string) => `${kind}-${String(++this.ids)}`) as NewId,
      newSecret: () => `secret${String(++this.ids)}`,
    };
  }

  private execute(command: Command, repeated: Step['repeated']): void {
    const context = this.context();
    const outcome = decide(this.state, command as CommandOf<Command['type']>, context);
    const step: Step = { command, context, outcome, repeated };
    this.trace.push(step);
    if (repeated === null) this.check(step);
    else named(repeatRule.name, () => repeatRule.onOutcome!(this.model, step));
    this.remember(step);
  }

  private check(step: Step): void {
    for (const { name, onOutcome } of rules) named(name, () => onOutcome?.(this.model, step));
    for (const event of step.outcome.events) {
      for (const { name, onEvent } of rules) named(name, () => onEvent?.(this.model, event, step));
      this.model.apply(event);
      evolve(this.state, event);
      this.events.push(event);
    }
    for (const { name, onEnd } of rules) named(name, () => onEnd?.(this.model, step, this.state));
  }

  /** What was accepted under a request id, hand-outs to waiting calls included. */
  private remember({ command, outcome, repeated }: Step): void {
    if (repeated !== null || !outcome.result.ok) return;
    const keys = outcome.events.filter(({ type }) => type === 'RequestAccepted');
    if (keys.length > 0 && command.type !== 'tick') {
      this.accepted.push({ command, answer: structuredClone(outcome.result.value) });
    }
    if (command.type !== 'tick') return;
    const { handOuts } = outcome.result.value as Answers['tick'];
    for (const { waiter, answer } of handOuts) {
      this.accepted.push({ command: this.waiting.get(waiter)!, answer: structuredClone(answer) });
    }
    const served = new Set(handOuts.map(({ waiter }) => waiter));
    this.outside.waiters = this.outside.waiters.filter((waiter) => !served.has(waiter));
  }

  /** The steps in order, for a person who looks into a failure. */
  private told(): string {
    return this.trace.map((entry) => (typeof entry === 'string' ? `  ${entry}` : line(entry))).join('\n');
  }
}

function named(rule: string, look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    throw new Broken(`${rule}: ${error.message}`, { cause: error });
  }
}

function line({ command, context, outcome, repeated }: Step): string {
  const { result, events } = outcome;
  const params =
    command.type === 'tick'
      ? {
          ...command.params,
          readings: command.params.readings.map(({ source, ok }) => `${source}:${String(ok)}`),
        }
      : command.params;
  const what = `${repeated === null ? '' : 'again '}${command.actor.surface} ${command.type}`;
  const made = events.map((event) => {
    const { leaseId, reason } = event.data as { leaseId?: string; reason?: string };
    return `${event.type}(${[leaseId, reason].filter((part) => part !== undefined).join(' ')})`;
  });
  const answer = result.ok ? 'ok' : `${result.error.kind}: ${result.error.message}`;
  const at = (context.now - 1_700_000_000_000) / 1000;
  return `${at}s ${what} ${JSON.stringify(params)} -> ${answer}\n      ${made.join(' ')}`;
}

import type { Command } from '../../../src/core/commands.ts';
import type { Context } from '../../../src/core/context.ts';
import type { Outcome } from '../../../src/core/decide/decide.ts';
import type { RegisterEvent, RegisterEventOf } from '../../../src/core/events.ts';
import type { State } from '../../../src/core/model/state.ts';
import type { Model } from './model.ts';

/** A command, what it was decided in, and what came of it. */
export interface Step {
  readonly command: Command;
  readonly context: Context;
  readonly outcome: Outcome<Command['type']>;
  /** It repeats an accepted request; then the answer that this one got. */
  readonly repeated: { readonly answer: unknown } | null;
}

/** One thing that must hold, looked at when a command has been decided, at each of its events, and when all are folded. */
export interface Rule {
  readonly name: string;
  /** The model is as before the command. */
  readonly onOutcome?: (model: Model, step: Step) => void;
  /** The model is as before the event. */
  readonly onEvent?: (model: Model, event: RegisterEvent, step: Step) => void;
  /** The model has all events of the command; `state` is the one under test. */
  readonly onEnd?: (model: Model, step: Step, state: State) => void;
}

type Looks = {
  readonly [T in RegisterEvent['type']]?: (model: Model, event: RegisterEventOf<T>, step: Step) => void;
};

/** A rule's look at events, one function for each type that it is about. */
export const byType =
  (looks: Looks): NonNullable<Rule['onEvent']> =>
  (model, event, step) => {
    const look = looks[event.type] as ((model: Model, event: RegisterEvent, step: Step) => void) | undefined;
    look?.(model, event, step);
  };

export class Broken extends Error {}

/** Fails the rule that is being looked at. */
export function must(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Broken(what());
}

import type { Command } from '../../../../src/core/commands.ts';
import type { Waiter } from '../../../../src/core/context.ts';
import type { State } from '../../../../src/core/model/state.ts';
import type { Action, ActionKind } from '../actions.ts';
import type { Model } from '../model.ts';
import type { Outside } from '../outside.ts';

/** What a step sees and can change when it is taken. */
export interface World {
  readonly outside: Outside;
  readonly model: Model;
  readonly state: State;
  /** Keeps a `next` that waits for the tick to serve it. */
  wait(waiter: Omit<Waiter, 'request' | 'actor' | 'ended'>): void;
}

/** A command to give; or a word on what was done outside, which is no command. */
export type Planned = Omit<Command, 'request'> | string;
export type Steps = Partial<Record<ActionKind, (world: World, action: Action) => Planned>>;

import type { Command } from '../../../../src/core/commands.ts';
import type { Action, ActionKind } from '../actions.ts';
import type { Sequence } from '../sequence.ts';
import { outsideSteps } from './outsideSteps.ts';
import { personSteps } from './personSteps.ts';
import { workerSteps } from './workerSteps.ts';

/** A command to give; or a word on what was done outside, which is no command. */
export type Planned = Omit<Command, 'request'> | string;
export type Steps = Partial<Record<ActionKind, (sequence: Sequence, action: Action) => Planned>>;

export const stepsOf = {
  ...outsideSteps,
  ...workerSteps,
  ...personSteps,
} satisfies Record<Exclude<ActionKind, 'repeat'>, (sequence: Sequence, action: Action) => Planned>;

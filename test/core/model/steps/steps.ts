import type { Action, ActionKind } from '../actions.ts';
import { outsideSteps } from './outsideSteps.ts';
import { personSteps } from './personSteps.ts';
import type { Planned, World } from './step.ts';
import { workerSteps } from './workerSteps.ts';

/** What each kind of action does; to repeat a command is the sequence's own. */
export const stepsOf = {
  ...outsideSteps,
  ...workerSteps,
  ...personSteps,
} satisfies Record<Exclude<ActionKind, 'repeat'>, (world: World, action: Action) => Planned>;

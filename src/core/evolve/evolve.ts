import type { EventType, RegisterEvent, RegisterEventOf } from '../events.ts';
import type { MutableState } from '../model/state.ts';
import { foldArchive } from './foldArchive.ts';
import { foldHuman } from './foldHuman.ts';
import { foldLease } from './foldLease.ts';
import { foldLeaseEnd } from './foldLeaseEnd.ts';
import { foldScope } from './foldScope.ts';
import { foldTask } from './foldTask.ts';

type Folds = { readonly [T in EventType]: (state: MutableState, event: RegisterEventOf<T>) => void };

/** One fold for each event type: a forgotten one does not compile. */
const folds: Folds = {
  ...foldTask,
  ...foldLease,
  ...foldLeaseEnd,
  ...foldScope,
  ...foldHuman,
  ...foldArchive,
};

/**
 * Applies one event: the only place that changes state. Folds in place; values inside the tables are replaced, never
 * changed. Throws for a type that this version does not know or a position out of order: neither may be skipped.
 */
export function evolve(state: MutableState, event: RegisterEvent): void {
  if (event.position !== state.position + 1) {
    throw new Error(`event ${String(event.position)} does not follow position ${String(state.position)}`);
  }
  const fold = folds[event.type] as ((state: MutableState, event: RegisterEvent) => void) | undefined;
  if (fold === undefined)
    throw new Error(`unknown event type ${event.type} at position ${String(event.position)}`);
  fold(state, event);
  state.position = event.position;
}

/** As `evolve`, for events that come from a register: retention may have taken the positions before one. */
export function evolveStored(state: MutableState, event: RegisterEvent): void {
  if (event.position > state.position) state.position = event.position - 1;
  evolve(state, event);
}

/**
 * The folded state as plain data, so that a start need not fold every event again. It is a copy of what the events say:
 * whoever does not understand it leaves it and folds them.
 */
import type { Counters, MutableState, State, Tables } from './state.ts';

/**
 * Goes up with every change of the state's shape and of what a fold makes: a stored state of another model is left
 * unread. A test fails when a change forgets it.
 */
export const stateModel = 2;

type Entries = readonly (readonly [unknown, unknown])[];

export interface StoredState {
  readonly model: number;
  readonly counters: Counters;
  readonly tables: { readonly [K in keyof Tables]: Entries };
}

/** Survives JSON. Shares its values with the state, which never change in place. */
export function storeState(state: State): StoredState {
  const { position, epoch, lastRank, firstRank, taskNumber } = state;
  const tables = tableNames(state).map((name) => [name, [...state[name].entries()]] as const);
  return {
    model: stateModel,
    counters: { position, epoch, lastRank, firstRank, taskNumber },
    tables: Object.fromEntries(tables) as unknown as StoredState['tables'],
  };
}

/**
 * Null: it is of another model, and the events have to be folded.
 * @param state an initial one, which is filled
 */
export function restoreState<S extends MutableState>(
  { model, counters, tables }: StoredState,
  state: S,
): S | null {
  if (model !== stateModel) return null;
  Object.assign(state, counters);
  for (const name of tableNames(state)) {
    const table = state[name] as { set(key: unknown, value: unknown): void };
    for (const [key, value] of tables[name]) table.set(key, value);
  }
  return state;
}

const tableNames = (state: State): (keyof Tables)[] =>
  (Object.keys(state) as (keyof State)[]).filter(
    (name): name is keyof Tables => typeof state[name] === 'object',
  );

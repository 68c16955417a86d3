import { isDeepStrictEqual } from 'node:util';
import type { RegisterEvent } from '../../../src/core/events.ts';
import { evolve } from '../../../src/core/evolve/evolve.ts';
import { fork, initialState, type MutableState, type State } from '../../../src/core/model/state.ts';
import { must } from './rule.ts';

const isTable = (value: unknown): value is { entries(): Iterable<[unknown, unknown]> } =>
  typeof value === 'object' && value !== null && 'entries' in value;

/** All that a state holds, its tables in their order. */
const plain = (state: State): [string, unknown][] =>
  Object.entries(state).map(([name, value]) => [name, isTable(value) ? [...value.entries()] : value]);

function mustEqual(found: State, expected: State, how: string): void {
  const wanted = new Map(plain(expected));
  for (const [name, value] of plain(found)) {
    must(
      isDeepStrictEqual(value, wanted.get(name)),
      () =>
        `${how}: ${name} differs\n${JSON.stringify(value, null, 1)}\n${JSON.stringify(wanted.get(name), null, 1)}`,
    );
  }
}

const fold = (state: MutableState, events: readonly RegisterEvent[]): MutableState => {
  for (const event of events) evolve(state, event);
  return state;
};

/** Events as they come back from a file give the same state, also over a fork, which leaves its base as it was. */
export function checkReplay(events: readonly RegisterEvent[], state: State): void {
  const stored = JSON.parse(JSON.stringify(events)) as RegisterEvent[];
  mustEqual(fold(initialState(), stored), state, 'replay');
  const half = Math.floor(stored.length / 2);
  const base = fold(initialState(), stored.slice(0, half));
  const before = JSON.stringify(plain(base));
  mustEqual(fold(fork(base), stored.slice(half)), state, 'replay over a fork');
  must(JSON.stringify(plain(base)) === before, () => 'the base of a fork has changed');
}

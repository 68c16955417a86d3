import type { State } from '../../src/core/model/state.ts';

/** A state as plain values, so that two can be compared whole. */
export const plainState = (state: State): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(state).map(([name, part]) => [
      name,
      typeof part === 'number' ? part : [...part.entries()],
    ]),
  );

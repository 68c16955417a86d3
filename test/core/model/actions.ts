import fc from 'fast-check';

/** How often each thing is tried, in parts of the whole. */
const weights = {
  tick: 22,
  pass: 5,
  edit: 12,
  ack: 18,
  next: 14,
  wait: 5,
  renew: 3,
  turn: 18,
  checkpoint: 6,
  complete: 4,
  fail: 4,
  release: 4,
  rearm: 4,
  ask: 5,
  register: 1,
  deliver: 7,
  endProcess: 4,
  connection: 2,
  endpoint: 3,
  tree: 2,
  allow: 3,
  answer: 5,
  closeQuestion: 1,
  decide: 7,
  continueLease: 2,
  send: 3,
  stop: 1,
  operator: 6,
  scope: 5,
  addTask: 3,
  updateTask: 3,
  cancelTask: 1,
  reopenTask: 3,
  reorderTask: 1,
  clearGate: 2,
  start: 4,
  repeat: 5,
  receipts: 1,
} as const;

export type ActionKind = keyof typeof weights;

/**
 * One step, without names: the numbers choose among what exists when it is taken, so that most steps hit something and a
 * shortened sequence still makes sense.
 */
export interface Action {
  readonly kind: ActionKind;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

const kinds = (Object.keys(weights) as ActionKind[]).flatMap((kind) =>
  Array.from({ length: weights[kind] }, () => kind),
);
const number = fc.nat({ max: 31 });

/** Sequences of at most `most` steps; drawn twice as long and cut, so that most of them have that many. */
export const actions = (most: number): fc.Arbitrary<Action[]> =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), a: number, b: number, c: number, d: number }), {
    minLength: 1,
    maxLength: 2 * most,
    size: 'max',
  });

/** The settings of one sequence. */
export interface Profile {
  readonly maxAttempts: number;
  readonly maxContinuations: number;
  readonly dirtyTree: 'ask' | 'continue';
  readonly adoptInProgress: boolean;
  readonly workerTasks: boolean;
  readonly allow: readonly string[];
}

export const profiles: fc.Arbitrary<Profile> = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  maxContinuations: fc.integer({ min: 1, max: 2 }),
  dirtyTree: fc.constantFrom('ask' as const, 'continue' as const),
  adoptInProgress: fc.boolean(),
  workerTasks: fc.boolean(),
  allow: fc.constantFrom([], ['network']),
});

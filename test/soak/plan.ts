/** How long and how hard. What becomes of a lease follows from its id, which is another one in each run. */
export interface SoakPlan {
  readonly tasks: number;
  /** Tasks arrive at the hub spread over this time: so long it lasts at least, on a fast machine too. */
  readonly arriveMs: number;
  /** After that long without an end it has failed. */
  readonly limitMs: number;
  readonly coordinatorLivesMs: number;
  /** The hub is up for two thirds of each cycle. */
  readonly hubCycleMs: number;
  /** How long one piece of work takes, from and to. */
  readonly workMs: readonly [number, number];
}

/** One lease in so many is not survived by who has it. */
export const killedEach = 5;
/** One lease in so many is handed over by a checkpoint. */
export const checkpointedEach = 7;

/** Eight workers, their transport, and the repos that they serve; every transport shares a repo with another. */
export const workers = [
  { id: 'p1', transport: 'poll', repos: ['a'] },
  { id: 'p2', transport: 'poll', repos: ['b'] },
  { id: 'p3', transport: 'poll', repos: ['c'] },
  { id: 'c1', transport: 'command', repos: ['a', 'd'] },
  { id: 'c2', transport: 'command', repos: ['e'] },
  { id: 'c3', transport: 'command', repos: ['b', 'f'] },
  { id: 't1', transport: 'tmux', repos: ['c', 'g'] },
  { id: 't2', transport: 'tmux', repos: ['h'] },
] as const;

export type SoakWorker = (typeof workers)[number];
export const repos: readonly string[] = [...new Set(workers.flatMap((worker) => worker.repos))];

export const planOf = (minutes: number): SoakPlan => ({
  tasks: Math.round(20 * minutes),
  arriveMs: minutes * 60_000 * 0.85,
  limitMs: minutes * 60_000 + 90_000,
  coordinatorLivesMs: 20_000,
  hubCycleMs: 15_000,
  workMs: [200, 1_200],
});

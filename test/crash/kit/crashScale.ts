/** How much the crash suite does: little and always the same in `npm test`; `npm run torture` sets more, and a seed. */
export interface CrashScale {
  readonly seed: number;
  /** SIGKILLs of a host under eight clients. */
  readonly kills: number;
  /** Rounds of two or three writers that are stopped and go on. */
  readonly rounds: number;
  /** Runs of two or three writers on the file system that loses what was not synced. */
  readonly losses: number;
}

export function crashScale(env: NodeJS.ProcessEnv = process.env): CrashScale {
  const number = (name: string, otherwise: number) => Number(env[`SIGNALBOX_CRASH_${name}`] ?? otherwise);
  return {
    seed: number('SEED', 20_240_601),
    kills: number('KILLS', 100),
    rounds: number('ROUNDS', 200),
    losses: number('LOSSES', 300),
  };
}

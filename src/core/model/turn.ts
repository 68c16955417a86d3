/** From the mildest to the strictest; policy may only go up (T5). */
export const verdicts = ['continue', 'prepare_handoff', 'rotate_now', 'refuse'] as const;
export type Verdict = (typeof verdicts)[number];

/** Tokens in use and their limit, as the agent reports them (T1). */
export interface Usage {
  readonly context_used: number;
  readonly context_limit: number;
}

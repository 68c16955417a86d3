import fc from 'fast-check';
import { actions, profiles } from './actions.ts';
import { Sequence } from './sequence.ts';

export interface ModelRuns {
  readonly runs: number;
  readonly seed: number;
  /** Ends at the first failure instead of looking for the shortest sequence that fails. */
  readonly isQuick?: boolean;
  readonly seen?: (sequence: Sequence) => void;
}

const longest = 60;

/** Takes `runs` random sequences of at most 60 steps and looks at every rule after each. Seed and path are in the report. */
export function checkModel({ runs, seed, isQuick = false, seen }: ModelRuns): fc.RunDetails<unknown> {
  const property = fc.property(profiles, actions(longest), (profile, steps) => {
    const sequence = Sequence.run(profile, steps.slice(0, longest));
    seen?.(sequence);
  });
  return fc.check(property, { numRuns: runs, seed, endOnFailure: isQuick, plugins: [fc.unbiased()] });
}

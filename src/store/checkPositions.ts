import { RegisterFault } from '../coordinator/ports.ts';
import type { RegisterEvent } from '../core/events.ts';

/**
 * Whether events may be appended after position `last`: the caller has to know that position, and number them from the
 * next one on without a gap. Returns a fault `conflict`, or null.
 */
export function checkPositions(
  last: number,
  expected: number,
  events: readonly RegisterEvent[],
): RegisterFault | null {
  if (expected !== last) {
    const message = `the register is at position ${last}, not ${expected}; read it again and decide anew`;
    return new RegisterFault('conflict', message);
  }
  const wrong = events.findIndex((event, index) => event.position !== last + 1 + index);
  if (wrong < 0) return null;
  const message = `event ${wrong + 1} of this append must have position ${last + 1 + wrong}`;
  return new RegisterFault('conflict', message);
}

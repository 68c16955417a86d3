import type { PositionGone } from '../coordinator/ports.ts';
import { ProtocolError } from '../protocol/errors.ts';

/** The client lists again, or goes on where nothing is missing (protocol). */
export function positionGone({ message, oldest }: Pick<PositionGone, 'message' | 'oldest'>): ProtocolError {
  const next = `Go on from position ${String(oldest)}. What is archived can be read by its lease or task.`;
  return new ProtocolError('gone', message, next, { facts: { oldest } });
}

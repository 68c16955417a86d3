import type { RegisterFault } from '../coordinator/ports.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { hostFailure } from './hostFailure.ts';

/**
 * A register that ended, as its clients are told: the outcome of what was under way is unknown, and they repeat with the
 * same request id, here or at the next coordinator (store rule 12).
 */
export function registerError(fault: RegisterFault): ProtocolError {
  if (fault.kind === 'replaced' || fault.kind === 'closed') {
    const next = 'Repeat with the same request id.';
    const options = { cause: fault, facts: { moved: true } };
    return new ProtocolError('unavailable', 'the coordinator has moved', next, options);
  }
  const { kind, message, next } = hostFailure(fault);
  return new ProtocolError(kind === 'internal' ? 'storage' : kind, message, next, { cause: fault });
}

import type { RegisterFaultKind } from '../coordinator/ports.ts';
import { RegisterFault } from '../coordinator/ports.ts';
import { type ErrorKind, ProtocolError } from '../protocol/errors.ts';
import { FaultWithNext } from '../store/sqlite/storeFaults.ts';
import { StoreBusy } from '../store/sqlite/writer/holder.ts';

/** Why a host did not start or did not go on: what to say, and what to do next. */
export interface HostFailure {
  readonly kind: ErrorKind;
  /** Of the register, where that is why. */
  readonly fault: RegisterFaultKind | null;
  readonly message: string;
  readonly next: string;
  /** Of the process that has the store, where that is why. */
  readonly pid: number | null;
}

const storeKinds: Readonly<Record<RegisterFaultKind, { kind: ErrorKind; next: string }>> = {
  storage: {
    kind: 'storage',
    next: 'See to the disk; nothing that was acknowledged is lost. Repeat with the same request id.',
  },
  damaged: {
    kind: 'storage',
    next: 'See what can be saved: signalbox doctor. Then: signalbox doctor --fix, or signalbox restore FILE.',
  },
  newer_schema: { kind: 'newer_schema', next: 'Update Signalbox; nothing was touched.' },
  replaced: { kind: 'unavailable', next: 'Another coordinator has taken over: go through that one.' },
  closed: { kind: 'unavailable', next: 'Start it again.' },
  conflict: { kind: 'internal', next: 'Start it again; if it happens twice, run signalbox doctor.' },
};

/** A fault in the words of the wire; never a stack. */
export function hostFailure(error: unknown): HostFailure {
  if (error instanceof StoreBusy) {
    return {
      kind: 'busy',
      fault: null,
      message: error.message,
      next: error.next,
      pid: error.holder.pid,
    };
  }
  if (error instanceof RegisterFault) {
    const { kind, next } = storeKinds[error.kind];
    const own = error instanceof FaultWithNext ? error.next : next;
    return { kind, fault: error.kind, message: error.message, next: own, pid: null };
  }
  const known = { fault: null, pid: null };
  if (error instanceof ProtocolError) {
    return { ...known, kind: error.kind, message: error.message, next: error.next };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ...known, kind: 'internal', message, next: 'Look at the log; run signalbox doctor.' };
}

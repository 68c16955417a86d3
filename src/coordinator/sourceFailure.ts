import { SourceFault } from './ports.ts';
import { TimedOut } from './withTimeout.ts';

/** Why a source could not be used, and what a person does about it, for health (C4, C19). */
export interface SourceFailure {
  readonly reason: string;
  readonly next: string;
}

/** @param otherwise what to do where the source itself does not say */
export function sourceFailure(error: unknown, otherwise: string): SourceFailure {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof SourceFault) return { reason, next: error.next };
  if (!(error instanceof TimedOut)) return { reason, next: otherwise };
  const next = 'See whether it hangs; if it is only slow, raise timeout in .signalbox/config.json.';
  return { reason, next };
}

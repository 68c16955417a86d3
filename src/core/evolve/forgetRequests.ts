import type { MutableState } from '../model/state.ts';
import { requestKeptMs } from '../rules/requestTime.ts';

/** Forgets answers that no repeat can ask for any more (W2). The table is in order of time, so only its head is looked at. */
export function forgetRequests(state: MutableState, now: number): void {
  for (const record of state.requests.values()) {
    if (record.at > now - requestKeptMs) break;
    state.requests.delete(record.key);
  }
}

import type { LeaseId } from '../core/model/ids.ts';

/** What is typed: it names the lease, and holds no text of anybody. */
export const pointerTo = (leaseId: LeaseId): string => `signalbox prompt --lease ${leaseId}`;

/** After it nothing more is typed: the coordinator may have given the send up. */
export const typeWithinMs = 6_000;

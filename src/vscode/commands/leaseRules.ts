import type { LeaseState } from '../../core/model/lease.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { over } from '../rowContext.ts';

export type LeaseCommand =
  | 'ackLease'
  | 'renewLease'
  | 'checkpointLease'
  | 'completeLease'
  | 'failLease'
  | 'releaseLease'
  | 'stopLease'
  | 'sendOffer'
  | 'continueDirtyTree'
  | 'reopenTask'
  | 'cancelTask'
  | 'moveTask'
  | 'clearGate'
  | 'showHistory'
  | 'copyLeaseId'
  | 'revealTerminal';

export interface LeaseRule {
  /** It applies to leases in these; those of the first are named first. */
  readonly states: readonly LeaseState[];
  /** And only if this is so. */
  readonly if?: (lease: LeaseView, isLast: boolean) => boolean;
}

const free: readonly LeaseState[] = ['offered', 'backoff', 'pending', 'waiting'];
const live: readonly LeaseState[] = ['acknowledged', ...free];
const ended: readonly LeaseState[] = ['stopped', 'completed', 'checkpointed'];

const isGated = ({ reason }: LeaseView): boolean => reason === 'gated';
const isOver = ({ reason }: LeaseView): boolean => reason !== null && over.has(reason);

/** Which leases each command is for: what the coordinator would not refuse (W1, W5, C5, C6, C14, C15). */
export const leaseRules: Readonly<Record<LeaseCommand, LeaseRule>> = {
  ackLease: { states: free },
  renewLease: { states: ['acknowledged'] },
  checkpointLease: { states: live },
  completeLease: { states: live },
  failLease: { states: live },
  releaseLease: { states: ['acknowledged', 'offered', 'backoff'] },
  stopLease: { states: live },
  sendOffer: { states: ['pending', 'backoff'] },
  continueDirtyTree: { states: ['pending'], if: ({ reason }) => reason === 'dirty_tree' },
  reopenTask: { states: ['stopped', 'completed'], if: (lease, isLast) => isLast && !isGated(lease) },
  cancelTask: {
    states: [...live, 'stopped'],
    if: (lease, isLast) => lease.state !== 'stopped' || (isLast && !isOver(lease)),
  },
  moveTask: { states: ['pending', 'waiting'] },
  clearGate: { states: ['stopped'], if: (lease, isLast) => isLast && isGated(lease) },
  showHistory: { states: [...live, ...ended] },
  copyLeaseId: { states: [...live, ...ended] },
  revealTerminal: { states: ['acknowledged', 'offered', 'backoff'], if: ({ worker }) => worker !== null },
};

export const leaseCommands = Object.keys(leaseRules) as LeaseCommand[];

/** @param isLast whether it is the newest lease of its task. */
export function applies(command: LeaseCommand, lease: LeaseView, isLast: boolean): boolean {
  const rule = leaseRules[command];
  return rule.states.includes(lease.state) && (rule.if === undefined || rule.if(lease, isLast));
}

import type { LeaseView } from '../../protocol/views.ts';
import { stateWords } from '../../protocol/leaseWords.ts';
import { lastLeases } from '../lastLeases.ts';
import { applies, type LeaseCommand, leaseRules } from './leaseRules.ts';

export interface LeaseChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly lease: LeaseView;
}

/** What a person can choose from: in the order of the command's states, then of the queue; ended ones the newest first. */
export function leaseChoices(command: LeaseCommand, leases: ReadonlyMap<string, LeaseView>): LeaseChoice[] {
  const { states } = leaseRules[command];
  const last = lastLeases(leases.values());
  return [...leases.values()]
    .filter((lease) => applies(command, lease, last.has(lease.id)))
    .sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || byPlace(a, b))
    .map(leaseChoice);
}

export const leaseChoice = (lease: LeaseView): LeaseChoice => ({
  label: lease.title,
  description: [lease.worker ?? lease.operator, stateWords(lease)].filter(Boolean).join(' · '),
  detail: `${lease.repo} · ${lease.task_id}`,
  lease,
});

const byPlace = (a: LeaseView, b: LeaseView): number =>
  a.ended_at !== null && b.ended_at !== null ? b.ended_at - a.ended_at : a.rank - b.rank;

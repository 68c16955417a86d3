import type { LeaseState } from '../../core/model/lease.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { stateWords } from '../../protocol/leaseWords.ts';

export interface LeaseChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly lease: LeaseView;
}

/** What a person can choose from, in the order of the states, then of the queue. */
export const leaseChoices = (leases: Iterable<LeaseView>, states: readonly LeaseState[]): LeaseChoice[] =>
  [...leases]
    .filter(({ state }) => states.includes(state))
    .sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || a.rank - b.rank)
    .map((lease) => ({
      label: lease.title,
      description: [lease.worker ?? lease.operator, stateWords(lease)].filter(Boolean).join(' · '),
      detail: `${lease.repo} · ${lease.task_id}`,
      lease,
    }));

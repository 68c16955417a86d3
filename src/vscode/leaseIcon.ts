import type { LeaseState } from '../core/model/lease.ts';
import type { LeaseView } from '../protocol/views.ts';

/** Ids of a codicon and of a theme colour; null: the colour of the text. */
export interface Icon {
  readonly id: string;
  readonly color: string | null;
}

const icons: Readonly<Record<LeaseState, Icon>> = {
  acknowledged: { id: 'play-circle', color: 'charts.green' },
  offered: { id: 'bell', color: 'charts.blue' },
  backoff: { id: 'history', color: 'charts.blue' },
  pending: { id: 'circle-large-outline', color: null },
  waiting: { id: 'debug-pause', color: null },
  stopped: { id: 'circle-slash', color: 'charts.red' },
  completed: { id: 'pass', color: null },
  checkpointed: { id: 'git-commit', color: null },
};

const needsPerson: Icon = { id: 'question', color: 'charts.yellow' };
const isQuiet: Icon = { id: 'bell-slash', color: 'charts.orange' };

/** The picture of a lease's state; its word stands beside it, so no colour has to be told apart. */
export function leaseIcon(lease: LeaseView): Icon {
  if (lease.question_open || lease.reason === 'dirty_tree') return needsPerson;
  return lease.reason === 'quiet' ? isQuiet : icons[lease.state];
}

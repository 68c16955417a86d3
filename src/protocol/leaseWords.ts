import type {
  BackoffReason,
  LeaseState,
  PendingReason,
  StopReason,
  WaitingReason,
} from '../core/model/lease.ts';
import type { LeaseView } from './views.ts';

type Reason = WaitingReason | PendingReason | BackoffReason | StopReason | 'quiet' | 'question_open';

const states: Readonly<Record<LeaseState, string>> = {
  waiting: 'waiting',
  pending: 'queued',
  offered: 'offered',
  backoff: 'offering again',
  acknowledged: 'running',
  completed: 'completed',
  checkpointed: 'checkpointed',
  stopped: 'stopped',
};

const reasons: Readonly<Record<Reason, string>> = {
  upstream: 'waits for other work',
  cycle: 'waits for itself',
  not_ready: 'not ready at its source',
  blocked: 'needs an answer',
  scope_taken: 'repo in use',
  taken_by_person: 'repo taken by a person',
  draining: 'last worker not told yet',
  paused: 'repo paused',
  no_worker: 'no worker',
  worker_busy: 'worker busy',
  state_unknown: 'state of the worker unknown',
  window_gone: 'window of the worker closed',
  no_answer: 'no answer',
  dirty_tree: 'uncommitted changes',
  source_stale: 'source not read lately',
  undeliverable: 'undeliverable',
  unanswered: 'not answered',
  adapter_error: 'delivery failed',
  gated: 'held at danger',
  task_gone: 'task gone',
  cancelled: 'cancelled',
  done: 'done elsewhere',
  superseded: 'superseded',
  operator: 'by a person',
  transport_failed: 'delivery failed',
  unsafe: 'delivery unsafe',
  attempts_exhausted: 'attempts used up',
  failed: 'failed',
  released: 'released',
  holder_lost: 'worker lost',
  chain_limit: 'too many continuations',
  quiet: 'quiet',
  question_open: 'needs an answer',
};

const isReason = (reason: string): reason is Reason => Object.hasOwn(reasons, reason);

/** A reason in the words of people; one that a newer coordinator may send stays as it is. */
export const reasonWords = (reason: string): string => (isReason(reason) ? reasons[reason] : reason);

/** A state in the words of people: `queued` for pending. */
export const stateWord = (state: LeaseState): string => states[state];

/** Why a lease is in its state, without the state: `repo in use`; null: for no reason of its own. */
export function whyWords({ reason, gate }: Pick<LeaseView, 'reason' | 'gate'>): string | null {
  if (gate !== null) return `gate ${gate}`;
  return reason === null ? null : reasonWords(reason);
}

/** The state of a lease in a word or two, its reason with it: `queued: repo in use`. */
export function stateWords(lease: Pick<LeaseView, 'state' | 'reason' | 'gate'>): string {
  return [states[lease.state], whyWords(lease)].filter((part) => part !== null).join(': ');
}

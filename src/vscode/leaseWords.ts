import type {
  BackoffReason,
  LeaseState,
  PendingReason,
  StopReason,
  WaitingReason,
} from '../core/model/lease.ts';
import type { LeaseView } from '../protocol/views.ts';

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

/** The state of a lease in a word or two, its reason with it: `queued: repo in use`. */
export function stateWords(lease: LeaseView): string {
  const state = states[lease.state];
  if (lease.gate !== null) return `${state}: gate ${lease.gate}`;
  if (lease.reason === null) return state;
  return `${state}: ${isReason(lease.reason) ? reasons[lease.reason] : lease.reason}`;
}

/** A text and the instant from which it is another one; null: it stays. */
export interface Timed {
  readonly text: string;
  readonly changesAt: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How much time a lease has: until its deadline, or until it is offered again. In whole minutes or hours, so that a row
 * changes no more often than that. Null: its time stands still, or it has none.
 */
export function timeLeft(lease: LeaseView, now: number): Timed | null {
  if (lease.deadline_at !== null) {
    const { text, changesAt } = duration(lease.deadline_at, now);
    return { text: text === null ? 'overdue' : `${text} left`, changesAt };
  }
  if (lease.due_at !== null) {
    const { text, changesAt } = duration(lease.due_at, now);
    return { text: text === null ? 'due' : `in ${text}`, changesAt };
  }
  return null;
}

function duration(at: number, now: number): { text: string | null; changesAt: number | null } {
  const leftMs = at - now;
  if (leftMs <= 0) return { text: null, changesAt: null };
  if (leftMs < MINUTE_MS) return { text: 'under 1 min', changesAt: at };
  const [unitMs, name] = leftMs < HOUR_MS ? [MINUTE_MS, 'min'] : [HOUR_MS, 'h'];
  const whole = Math.floor(leftMs / unitMs);
  return { text: `${whole} ${name}`, changesAt: at - whole * unitMs + 1 };
}

import type { LeaseView } from '../protocol/views.ts';

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

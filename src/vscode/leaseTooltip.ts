import type { LeaseView } from '../protocol/views.ts';
import { stateWords } from '../protocol/leaseWords.ts';
import { inMarkdown } from './plainText.ts';

/**
 * Everything about a lease that its row has no place for, in Markdown.
 * @param branch that is checked out in its repo; null: none is known.
 */
export function leaseTooltip(lease: LeaseView, branch: string | null): string {
  const facts: [string, string | number | null][] = [
    ['State', stateWords(lease)],
    ['Why', lease.detail],
    ['Worker', lease.worker],
    ['Held by', lease.operator],
    ['Repo', lease.repo],
    ['Branch', branch],
    ['Task', lease.task_id],
    ['Attempts', lease.attempt === 0 ? null : lease.attempt],
    ['Delivery', delivery(lease)],
    ['Epoch', lease.epoch_counter],
    ['Continuation', lease.continuation === 0 ? null : lease.continuation],
    ['Lease', lease.id],
  ];
  const lines = facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${inMarkdown(String(value))}`);
  return [`**${inMarkdown(lease.title)}**`, lines.join('  \n')].join('\n\n');
}

function delivery(lease: LeaseView): string | null {
  if (lease.transport === null) return null;
  const state = lease.transport.state ?? 'sending';
  return lease.transport.reason === null ? state : `${state}: ${lease.transport.reason}`;
}

import type { LeaseId } from '../model/ids.ts';
import type { TaskFacts } from '../model/task.ts';

const maxTitle = 200;

/** At most `maxTitle` characters on one line; also without the marks that turn the direction of text. */
export const titleForPrompt = (title: string): string =>
  [...title.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')]
    .slice(0, maxTitle)
    .join('');

/**
 * The text of a lease, frozen at its creation (C9): no attempt number, clock value, worker name or message body.
 *
 * @param previous the lease that this one goes on from, for a child or successor
 */
export function promptFor(id: LeaseId, facts: TaskFacts, previous: LeaseId | null): string {
  const plan = facts.plan === null ? '' : `, plan ${facts.plan}`;
  const lines = [
    `Signalbox lease ${id}: ${titleForPrompt(facts.title)}`,
    `Repo ${facts.repo}, task ${facts.id}${plan}`,
  ];
  if (previous !== null)
    lines.push(`Continue using Signalbox history: signalbox history --lease ${previous}`);
  else if (facts.kind === 'message') lines.push(`Read message ${facts.externalId} at ${facts.source}`);
  lines.push(
    `Start: signalbox ack --lease ${id}. Each turn: signalbox turn. Question: signalbox ask. ` +
      'End: signalbox complete, or signalbox checkpoint',
  );
  return lines.join('\n');
}

import type { DecisionView, EndedNoticeView, GrantView, LeaseView } from '../../protocol/views.ts';
import { stateWords } from '../../protocol/leaseWords.ts';
import { manyLines, oneLine } from './cleanText.ts';
import { paint, type Paper } from './paper.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { timeText } from '../../protocol/times.ts';

/** `3f2a9b1c running: workspace/4 "Fix parser"` */
export const leaseLine = (paper: Paper, lease: LeaseView): string =>
  `${shortId(lease.id)} ${paint(paper, 'bold', stateWords(lease))}: ${oneLine(lease.task_id)} "${oneLine(lease.title)}"`;

export const deadlineLine = (paper: Paper, at: number | null): string =>
  at === null
    ? 'Its time stands still while a question is open.'
    : `Renew or report a turn before it runs out: ${timeText(at, paper.now)}.`;

/** Decisions for the agent to read, and how it says that it has. */
export function decisionLines(paper: Paper, decisions: readonly DecisionView[]): string[] {
  if (decisions.length === 0) return [];
  const ids = decisions.map(({ id }) =>
    shortId(
      id,
      decisions.map((other) => other.id),
    ),
  );
  return [
    ...decisions.map(
      (decision, at) =>
        `${paint(paper, 'bold', `Decision ${ids[at] ?? ''}`)}: ${manyLines(decision.value)}${decision.voided ? ' (void: a gate came after it)' : ''}`,
    ),
    `Say with the next turn that you have read this: signalbox turn ${ids.map((id) => `--shown ${id}`).join(' ')}`,
  ];
}

export const endedLines = (ended: readonly EndedNoticeView[]): string[] =>
  ended.map(
    ({ lease_id, state, reason }) =>
      `Lease ${shortId(lease_id)} has ended without you: ${stateWords({ state, reason, gate: null })}. Stop work on it.`,
  );

/** What a worker has to know of the lease that it has just taken. */
export function grantText(paper: Paper, grant: GrantView, ended: readonly EndedNoticeView[] = []): string {
  return [
    ...endedLines(ended),
    manyLines(grant.prompt),
    ...decisionLines(paper, grant.decisions),
    deadlineLine(paper, grant.deadline_at),
  ].join('\n');
}

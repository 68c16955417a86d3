import { stateWord } from '../../protocol/leaseWords.ts';
import type { TaskView } from '../../protocol/views.ts';
import { manyLines, oneLine } from './cleanText.ts';
import { paint, type Paper } from './paper.ts';
import type { Cell } from './table.ts';

/** `workspace/4 todo: "Fix parser"`, and what holds it back. */
export function taskLine(paper: Paper, task: TaskView): string {
  const state = task.cancelled ? 'cancelled' : task.status;
  const gates = task.gates.length === 0 ? '' : ` (held at danger: ${task.gates.join(', ')})`;
  return `${oneLine(task.id)} ${paint(paper, 'bold', state)}: "${oneLine(task.title)}"${gates}`;
}

export const taskHeadings = ['task', 'status', 'repo', 'lease', 'title'] as const;

export function taskRow(task: TaskView): Cell[] {
  const lease = task.lease_state === null ? '-' : stateWord(task.lease_state);
  const status = task.cancelled ? 'cancelled' : task.status;
  const held: Cell = { text: `gate ${task.gates.join(', ')}`, ink: 'red' };
  return [task.id, status, task.repo, task.gates.length > 0 ? held : lease, task.title];
}

/** What people wrote at its gates: only on the operator surface. */
export const noteLines = ({ notes }: TaskView): string[] => [
  ...(notes?.intervention_note ? [`Note: ${manyLines(notes.intervention_note)}`] : []),
  ...(notes?.blocking_reason ? [`Blocked: ${manyLines(notes.blocking_reason)}`] : []),
];

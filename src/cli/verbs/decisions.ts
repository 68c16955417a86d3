import type { DecisionView } from '../../protocol/views.ts';
import { allPages } from '../allPages.ts';
import { text } from '../flags.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { table } from '../output/table.ts';
import { shortTime } from '../../protocol/times.ts';
import { refuseUnknown } from '../refuseUnknown.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

/** Recorded, delivered and reported as shown are three things (T8). */
function reached(decision: DecisionView): string {
  if (decision.voided) return 'void';
  if (decision.shown_at !== null) return 'shown';
  return decision.delivered_at === null ? 'recorded' : 'delivered';
}

export const verb = defineVerb({
  summary: 'list the decisions and how far they came',
  operands: '',
  takes: [0, 0],
  flags: { task: text('ID', 'Only of this task.') },
  example: 'signalbox decisions --task workspace/3',
  run: async (call) => {
    const { task } = call.flags;
    const filter = task === undefined ? {} : { task: taskId(task) };
    const server = call.server('operator');
    const decisions = await allPages(server, 'decision.list', filter, 'decisions');
    if (decisions.length === 0) await refuseUnknown(server, filter);
    if (decisions.length === 0) return { value: { decisions }, text: 'No decisions.' };
    const ids = decisions.map(({ id }) => id);
    const rows = decisions.map((decision) => [
      shortId(decision.id, ids),
      decision.task_id,
      reached(decision),
      shortTime(decision.recorded_at, call.paper.now),
      decision.value,
    ]);
    const headings = ['decision', 'task', 'state', 'recorded', 'decision'];
    return { value: { decisions }, text: table(call.paper, headings, rows) };
  },
});

import { shortId } from '../../protocol/shortIds.ts';
import { table } from '../output/table.ts';
import { shortTime } from '../../protocol/times.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'list the workers',
  operands: '',
  takes: [0, 0],
  flags: {},
  example: 'signalbox worker list',
  run: async (call) => {
    const answer = await call.server('operator').request('worker.list', {});
    const rows = answer.workers.map((worker) => [
      worker.id,
      worker.repos.join(', '),
      worker.transport,
      worker.is_skipped ? `${worker.presence}, leaves offers unanswered` : worker.presence,
      worker.lease_id === null ? '-' : shortId(worker.lease_id),
      worker.lease_id === null ? shortTime(worker.idle_since_at, call.paper.now) : '-',
    ]);
    const headings = ['worker', 'repos', 'transport', 'presence', 'lease', 'idle since'];
    return { value: answer, text: table(call.paper, headings, rows) };
  },
});

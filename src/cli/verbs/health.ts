import type { HealthRow } from '../../protocol/views.ts';
import { oneLine } from '../output/cleanText.ts';
import type { Ink } from '../output/paper.ts';
import { table } from '../output/table.ts';
import { defineVerb } from '../verb.ts';

const inks: Readonly<Record<HealthRow['level'], Ink>> = { ok: 'green', warn: 'yellow', error: 'red' };

export const verb = defineVerb({
  summary: 'show how the coordinator, its sources, workers and sessions are',
  operands: '',
  takes: [0, 0],
  flags: {},
  example: 'signalbox health',
  run: async (call) => {
    const answer = await call.server('operator').request('health.show', {});
    const rows = answer.rows.map(({ level, group, name, reason }) => [
      { text: level, ink: inks[level] },
      group,
      name,
      reason,
    ]);
    const hints = answer.rows.flatMap(({ name, next }) =>
      next === null ? [] : [`${oneLine(name)}: ${oneLine(next)}`],
    );
    const lines = [table(call.paper, ['level', 'of', 'name', 'state'], rows), ...hints];
    return { value: answer, text: lines.join('\n') };
  },
});

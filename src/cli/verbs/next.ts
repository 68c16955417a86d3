import { reasonWords } from '../../protocol/leaseWords.ts';
import type { HeldView } from '../../protocol/views.ts';
import { nothingToDo } from '../nothingToDo.ts';
import { defineVerb } from '../verb.ts';
import { endedLines, grantText } from '../output/leaseText.ts';
import type { Paper } from '../output/paper.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { takeFlags, takeLease } from '../takeLease.ts';

export const verb = defineVerb({
  summary: 'take the next task under a lease',
  operands: '',
  takes: [0, 0],
  flags: takeFlags,
  about:
    'Prints the prompt of the lease. Who holds a lease already gets it again. With nothing to do it exits 8 and says of\n' +
    'each lease that was kept back why.',
  example: 'signalbox next --wait 60s',
  run: async (call) => {
    const { grant, held, ended } = await takeLease(call);
    const value = { grant, held, ended };
    if (grant !== null) return { value, text: grantText(call.paper, grant, ended) };
    const lines = [...endedLines(ended), ...(held.length === 0 ? [] : [await heldTable(call.paper, held)])];
    return { value, text: lines.join('\n'), failure: await nothingToDo(call) };
  },
});

async function heldTable(paper: Paper, held: readonly HeldView[]): Promise<string> {
  const { table } = await import('../output/table.ts');
  const ids = held.map(({ lease_id }) => lease_id);
  const rows = held.map(({ lease_id, reason, detail }) => [
    shortId(lease_id, ids),
    reasonWords(reason),
    shortId(detail, ids),
  ]);
  return table(paper, ['lease', 'kept back', 'by'], rows);
}

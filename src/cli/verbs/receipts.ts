import { stateWord } from '../../protocol/leaseWords.ts';
import { allPages } from '../allPages.ts';
import { toggle } from '../flags.ts';
import { receiptWaitLines } from '../output/receiptWaitText.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { table } from '../output/table.ts';
import { shortTime } from '../../protocol/times.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'list the receipts that their sources have not taken yet, why they wait and until when',
  operands: '',
  takes: [0, 0],
  flags: { send: toggle('Try to send them now first.') },
  example: 'signalbox receipts --send',
  run: async (call) => {
    const server = call.server('operator');
    if (call.flags.send) await server.request('receipts.project', {}, { timeoutMs: 120_000 });
    const receipts = await allPages(server, 'receipts.list', {}, 'receipts');
    // Every page has all waits, so the shortest one will do.
    const { waits } = await server.request('receipts.list', { limit: 1 });
    const value = { receipts, waits };
    if (receipts.length === 0) return { value, text: 'No receipt is pending.' };
    const rows = receipts.map((receipt) => [
      shortId(
        receipt.id,
        receipts.map(({ id }) => id),
      ),
      `${receipt.source}/${receipt.external_id}`,
      shortId(receipt.lease_id),
      stateWord(receipt.state),
      shortTime(receipt.at, call.paper.now),
    ]);
    const lines = waits.flatMap((wait) => receiptWaitLines(wait, call.paper.now));
    const headings = ['receipt', 'task', 'lease', 'state', 'since'];
    return { value, text: [table(call.paper, headings, rows), '', ...lines].join('\n') };
  },
});

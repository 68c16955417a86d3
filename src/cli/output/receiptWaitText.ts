import type { ReceiptWaitView } from '../../protocol/views.ts';
import { oneLine } from './cleanText.ts';
import { timeText } from '../../protocol/times.ts';

/** Why the receipts of one source wait, and until when: one line, and one of what to do. */
export function receiptWaitLines(wait: ReceiptWaitView, now: number): string[] {
  const count = wait.receipts === 1 ? '1 receipt waits' : `${wait.receipts} receipts wait`;
  const tries = wait.failures > 1 ? ` (${wait.failures} tries failed)` : '';
  const line = `${oneLine(wait.source)}: ${count}: ${oneLine(wait.reason)}${tries}${nextTry(wait, now)}`;
  return wait.next === null ? [line] : [line, `  ${oneLine(wait.next)}`];
}

function nextTry({ next_try_at: at, failures }: ReceiptWaitView, now: number): string {
  if (at === null || failures === 0) return '';
  return at > now ? `; next try ${timeText(at, now)}` : '; next try now';
}

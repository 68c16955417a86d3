import type { ReceiptId } from '../core/model/ids.ts';
import type { Receipt } from '../core/model/records.ts';

/** The answer of a source that takes no receipts: all acknowledged at once, each once, in order (C19). */
export function acknowledgeAll(receipts: readonly Receipt[], signal: AbortSignal): readonly ReceiptId[] {
  signal.throwIfAborted();
  return [...new Set(receipts.map(({ id }) => id))];
}

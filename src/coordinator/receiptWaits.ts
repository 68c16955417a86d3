import type { SourceName } from '../core/model/ids.ts';
import type { Receipt } from '../core/model/records.ts';
import type { ProjectionStatus } from './projector.ts';

/** Why the pending receipts of one source wait. */
export interface ReceiptWait {
  readonly source: SourceName;
  readonly receipts: number;
  readonly reason: string;
  /** What a person does about it; null where nothing needs to be done. */
  readonly next: string | null;
  /** Tries that failed one after another. */
  readonly failures: number;
  /** Epoch milliseconds of the next try; null: none is set, since it is due or there is no such source. */
  readonly nextTryAt: number | null;
}

export interface ReceiptWaitInputs {
  readonly pending: readonly Receipt[];
  /** In the order of the configuration. */
  readonly sources: readonly string[];
  readonly projections: readonly ProjectionStatus[];
}

/** One row for each source that has receipts to take, in order of its oldest one (C19). */
export function receiptWaits({ pending, sources, projections }: ReceiptWaitInputs): ReceiptWait[] {
  const counts = new Map<SourceName, number>();
  for (const { source } of pending) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].map(([source, receipts]) => {
    const failing = projections.find((status) => status.source === source);
    if (!sources.includes(source)) {
      const reason = 'the source is not in the configuration any more';
      const next = `Put ${source} back into sources in .signalbox/config.json.`;
      return { source, receipts, reason, next, failures: failing?.failures ?? 0, nextTryAt: null };
    }
    if (failing === undefined) {
      return { source, receipts, reason: 'due now', next: null, failures: 0, nextTryAt: null };
    }
    const { failure, failures, nextAt } = failing;
    return { source, receipts, reason: failure.reason, next: failure.next, failures, nextTryAt: nextAt };
  });
}

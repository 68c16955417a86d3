import * as z from 'zod';
import type { Disposable } from '../../base/disposable.ts';
import type { Source } from '../../coordinator/ports.ts';
import type { ReceiptId } from '../../core/model/ids.ts';
import type { Receipt } from '../../core/model/records.ts';
import type { Snapshot } from '../../core/model/snapshot.ts';
import { checkSnapshot } from '../snapshotSchema.ts';
import { type HubAnswer, HubClient } from './hubClient.ts';
import { notJsonFault, shapeFault } from './hubFaults.ts';
import type { HubOptions, HubSurroundings } from './hubOptions.ts';
import { receiptDocument } from './receiptDocument.ts';

/** As RFC 9110 has it, and short enough to send back. */
const ETAG = /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/;

const acknowledgement = z.object({ acknowledged: z.array(z.string()) });

/**
 * Tasks from a hub over HTTP, by the contract of docs/hub.md: GET v1/snapshot, POST v1/receipts. Whatever goes wrong is a
 * `SourceFault`, and freezes its tasks until it goes right again (C4); receipts stay in the outbox meanwhile (C19).
 */
export class HubSource implements Source, Disposable {
  readonly name: string;
  private readonly client: HubClient;
  /** The last good one that the hub gave a tag for: it stays good while the hub says that nothing has changed. */
  private last: { readonly etag: string; readonly snapshot: Snapshot } | null = null;

  constructor(name: string, options: HubOptions, surroundings: HubSurroundings) {
    this.name = name;
    this.client = new HubClient(options, surroundings);
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    const { last } = this;
    const answer = await this.client.ask(
      {
        method: 'GET',
        path: 'v1/snapshot',
        headers: last === null ? {} : { 'if-none-match': last.etag },
        accepts: last === null ? [200] : [200, 304],
      },
      signal,
    );
    if (answer.status === 304 && last !== null) return last.snapshot;
    const snapshot = this.check(answer, checkSnapshot);
    const etag = answer.header('etag') ?? '';
    this.last = ETAG.test(etag) ? { etag, snapshot } : null;
    return snapshot;
  }

  async project(receipts: readonly Receipt[], signal: AbortSignal): Promise<readonly ReceiptId[]> {
    signal.throwIfAborted();
    const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
    if (byId.size === 0) return [];
    const body = JSON.stringify({ receipts: [...byId.values()].map(receiptDocument) });
    const answer = await this.client.ask(
      { method: 'POST', path: 'v1/receipts', body, accepts: [200] },
      signal,
    );
    const acknowledged = new Set<string>(this.check(answer, checkAcknowledgement));
    return [...byId.keys()].filter((id) => acknowledged.has(id));
  }

  dispose(): void {
    this.client.dispose();
  }

  private check<T>(answer: HubAnswer, check: (value: unknown) => T): T {
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
    } catch (error) {
      throw notJsonFault(this.client.host, answer.header('content-type'), error);
    }
    try {
      return check(value);
    } catch (error) {
      throw shapeFault(this.client.host, error instanceof Error ? error.message : String(error), error);
    }
  }
}

function checkAcknowledgement(value: unknown): readonly string[] {
  const checked = acknowledgement.safeParse(value);
  if (checked.success) return checked.data.acknowledged;
  throw new Error('the answer to receipts must be {"acknowledged": [ids]}.');
}

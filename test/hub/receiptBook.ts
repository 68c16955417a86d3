/** A receipt as it came in: docs/hub.md has its keys. */
export interface HubReceipt {
  readonly id: string;
  readonly external_id: string;
  readonly state: string;
  readonly [key: string]: unknown;
}

/** All receipts that a hub took, each stored once by its id, and how often each came. */
export class ReceiptBook {
  private readonly stored = new Map<string, HubReceipt>();
  private readonly counts = new Map<string, number>();

  constructor(stored: readonly HubReceipt[] = []) {
    for (const receipt of stored) this.stored.set(receipt.id, receipt);
  }

  /** @returns whether it is new */
  take(receipt: HubReceipt): boolean {
    this.counts.set(receipt.id, this.timesOf(receipt.id) + 1);
    if (this.stored.has(receipt.id)) return false;
    this.stored.set(receipt.id, receipt);
    return true;
  }

  /** In the order in which they came first. */
  all(): HubReceipt[] {
    return [...this.stored.values()];
  }

  /** How often one came since this hub was made. */
  timesOf(id: string): number {
    return this.counts.get(id) ?? 0;
  }
}

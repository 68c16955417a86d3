/**
 * Keeps a lease while a command works on it: renews it, and says once when it is gone.
 *
 * kept -> (its holder's own call ended it) ended
 * kept -> (the coordinator ended it, or refuses to renew it) lost
 */
import { ProtocolError } from '../../protocol/errors.ts';
import type { EventView } from '../../protocol/views.ts';
import type { ServerConnection } from '../serverConnection.ts';

export interface KeptLease {
  readonly lease: string;
  readonly worker: string;
  readonly epoch: string;
  /** Between two renewals. */
  readonly everyMs: number;
  /** It is gone, not by its holder's own call. */
  readonly onLost: () => void;
}

const RETRY_AFTER_MS = 5_000;
const endings = new Set(['LeaseStopped', 'LeaseCompleted', 'LeaseCheckpointed']);
/** Refusals that do not pass by waiting. */
const final = new Set(['conflict', 'gated', 'invalid_state', 'forbidden', 'not_found', 'expired']);

export class LeaseKeeper {
  private readonly server: ServerConnection;
  private kept: KeptLease | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isOver = false;

  /** Follows events on every connection from now on, so that a lease can be kept from its first instant. */
  constructor(server: ServerConnection) {
    this.server = server;
    server.onConnected((client) => {
      client.onNotification((notification) => {
        if (notification.method === 'event') this.see(notification.params);
      });
      // Without events a loss is seen at the next renewal.
      client.request('events.subscribe', {}).catch(() => undefined);
      if (this.kept !== null) void this.renew();
    });
  }

  keep(lease: KeptLease): void {
    this.kept = lease;
    this.renewAfter(lease.everyMs);
  }

  dispose(): void {
    this.isOver = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private see(event: EventView): void {
    if (event.lease_id !== this.kept?.lease || !endings.has(event.type)) return;
    this.leave(event.data['by_holder'] !== true);
  }

  private leave(isLost: boolean): void {
    if (this.isOver) return;
    this.dispose();
    if (isLost) this.kept?.onLost();
  }

  private renewAfter(ms: number): void {
    if (this.isOver) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.renew(), ms);
  }

  private async renew(): Promise<void> {
    if (this.kept === null || this.isOver) return;
    const { lease, worker, epoch, everyMs } = this.kept;
    try {
      await this.server.request('lease.renew', { lease, worker, epoch });
      this.renewAfter(everyMs);
    } catch (error) {
      // Whoever ended it by its own call hears `invalid_state`: the command did, through its own `signalbox`.
      const kind = error instanceof ProtocolError ? error.kind : null;
      if (kind !== null && final.has(kind)) this.leave(kind !== 'invalid_state');
      else this.renewAfter(Math.min(everyMs, RETRY_AFTER_MS));
    }
  }
}

import type { DeliveryReport } from '../core/commands.ts';
import type { LeaseId } from '../core/model/ids.ts';
import type { Offered } from '../core/model/lease.ts';
import type { Settings } from '../core/model/settings.ts';
import type { State } from '../core/model/state.ts';
import { faultName } from './faultName.ts';
import { type AskedBy, type Log, type Scheduler, type Transport, TransportFault } from './ports.ts';
import type { RefusedSends } from './refusedSends.ts';
import { withTimeout } from './withTimeout.ts';

export interface DispatcherParts {
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly transport: (kind: string) => Transport | undefined;
  readonly refused: RefusedSends;
}

/** Sends offers whose intent is confirmed, and looks later at what became of them (C8, C9, C10). */
export class Dispatcher {
  private readonly parts: DispatcherParts;
  private readonly underWay = new Set<LeaseId>();

  constructor(parts: DispatcherParts) {
    this.parts = parts;
  }

  /**
   * Sends side by side; what an adapter answers or throws comes back as a report. Only offers whose outcome is unknown:
   * a repeated `lease.send` is no second send.
   */
  async send(state: State, ids: readonly LeaseId[], askedBy: AskedBy): Promise<DeliveryReport[]> {
    const offers = ids
      .map((id) => state.live.get(id))
      .filter((lease) => lease?.state === 'offered')
      .filter(({ id, transport }) => transport.state === null && !this.underWay.has(id));
    return Promise.all(offers.map((lease) => this.sendOnce(lease, askedBy)));
  }

  private async sendOnce(lease: Offered, askedBy: AskedBy): Promise<DeliveryReport> {
    this.underWay.add(lease.id);
    try {
      return this.noted(lease, await this.sendOne(lease, askedBy));
    } finally {
      this.underWay.delete(lease.id);
    }
  }

  /** What is true now of the offers under way, as far as their transports can tell. */
  async look(state: State): Promise<DeliveryReport[]> {
    const offered = [...state.live.values()]
      .filter((lease) => lease.state === 'offered')
      // Before its own send is known, what can be seen is of an earlier attempt.
      .filter(({ transport }) => transport.state !== null);
    const reports = await Promise.all(offered.map((lease) => this.lookAt(lease)));
    return reports.filter((report) => report !== null);
  }

  private transportOf(lease: Offered): { transport: Transport; worker: Settings['workers'][number] } | null {
    const { workers } = this.parts.settings();
    const worker = workers.find(({ id, repos }) => id === lease.worker && repos.includes(lease.repo));
    const transport = worker === undefined ? undefined : this.parts.transport(worker.transport);
    return worker === undefined || transport === undefined ? null : { transport, worker };
  }

  /** What could not be delivered though its endpoint looked well is not tried again at once (C10). */
  private noted(lease: Offered, report: DeliveryReport): DeliveryReport {
    const { result } = report;
    if (result.kind === 'state') this.parts.refused.note(lease.worker, result.transport);
    return report;
  }

  private async sendOne(lease: Offered, askedBy: AskedBy): Promise<DeliveryReport> {
    const { id: leaseId, messageId, attempt, taskId, worker, repo, prompt } = lease;
    const way = this.transportOf(lease);
    if (way === null) {
      const gone = {
        endpointId: null,
        state: 'undeliverable',
        reason: `worker ${worker} is not configured for ${repo}`,
      } as const;
      return { leaseId, attempt, result: { kind: 'state', transport: gone } };
    }
    try {
      const offer = { leaseId, messageId, attempt, taskId, worker, repo, prompt, askedBy };
      const transport = await this.within(() => way.transport.send(offer, way.worker));
      return { leaseId, attempt, result: { kind: 'state', transport } };
    } catch (error) {
      const isUnsafe = error instanceof TransportFault && error.kind === 'unsafe';
      const reason = error instanceof Error ? error.message : String(error);
      this.parts.log.warn('a send failed', {
        lease: leaseId,
        worker,
        attempt,
        kind: isUnsafe ? 'unsafe' : 'transient',
      });
      return { leaseId, attempt, result: { kind: isUnsafe ? 'unsafe' : 'transient', reason } };
    }
  }

  /** An adapter that hangs must not hold up the others' work: it counts as a transient failure. */
  private within<T>(run: () => Promise<T>): Promise<T> {
    return withTimeout(run, {
      scheduler: this.parts.scheduler,
      timeoutMs: this.parts.settings().timeoutMs,
    });
  }

  private async lookAt(lease: Offered): Promise<DeliveryReport | null> {
    const { id: leaseId, messageId, attempt } = lease;
    const way = this.transportOf(lease)?.transport;
    const read = way?.read?.bind(way);
    if (read === undefined) return null;
    try {
      const transport = await this.within(() => read(leaseId, messageId));
      if (transport === null) return null;
      return this.noted(lease, { leaseId, attempt, result: { kind: 'state', transport } });
    } catch (error) {
      this.parts.log.warn('a delivery could not be looked at', { lease: leaseId, error: faultName(error) });
      return null;
    }
  }
}

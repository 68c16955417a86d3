import type { Facts, Look } from '../core/context.ts';
import type { LeaseId, RepoSlug, WorkerId } from '../core/model/ids.ts';
import type { ProcessRef } from '../core/model/lease.ts';
import type { Settings } from '../core/model/settings.ts';
import type { State } from '../core/model/state.ts';
import { isExpired, isLost } from '../core/rules/deadlines.ts';
import { faultName } from './faultName.ts';
import type { AskedBy, Clock, Log, Presence, Scheduler, Transport, WorkTrees } from './ports.ts';
import type { RefusedSends } from './refusedSends.ts';
import type { SourceReader } from './sourceReader.ts';
import { withTimeout } from './withTimeout.ts';

/** No answer of git in this time counts as dirty (C14). */
const treeLimitMs = 5000;

export interface SurroundingsParts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly presence: Presence;
  readonly trees: WorkTrees;
  readonly sources: SourceReader;
  readonly transport: (kind: string) => Transport | undefined;
  readonly refused: RefusedSends;
  readonly settings: () => Settings;
}

/** Looks at processes, endpoints, connections and work trees: what the rules need to know of the outside. */
export class Surroundings {
  private readonly parts: SurroundingsParts;
  private readonly detachedAt = new Map<WorkerId, number>();

  constructor(parts: SurroundingsParts) {
    this.parts = parts;
  }

  /** A worker's connection closed (W6). */
  detach(worker: WorkerId): void {
    this.detachedAt.set(worker, this.parts.clock.now());
  }

  attach(worker: WorkerId): void {
    this.detachedAt.delete(worker);
  }

  /**
   * What can be known at once: enough for every command but the tick. Most commands ask for no holder's process, and a
   * look at all of them costs more than the command.
   */
  facts(state: State): Facts {
    let endedHolders: ReadonlySet<LeaseId> | null = null;
    const look = () => (endedHolders ??= this.endedHolders(state));
    return {
      goodAt: this.parts.sources.goodAt(),
      get endedHolders() {
        return look();
      },
      detachedAt: this.detachedAt,
      endpoints: new Map(),
      cleanRepos: new Set(),
      waiters: [],
    };
  }

  /** All that a tick wants, endpoints and the trees of holders about to be lost included. */
  async factsForTick(state: State): Promise<Facts> {
    const facts = this.facts(state);
    const [endpoints, cleanRepos] = await Promise.all([
      this.lookAtEndpoints('tick'),
      this.lookAtTrees(state, facts),
    ]);
    return { ...facts, endpoints, cleanRepos };
  }

  /** For a person's send, what was refused a moment ago is tried again. */
  async lookAtEndpoints(askedBy: AskedBy): Promise<ReadonlyMap<WorkerId, Look>> {
    const { workers, timeoutMs } = this.parts.settings();
    const limit = { scheduler: this.parts.scheduler, timeoutMs };
    const pushed = workers.filter(({ transport }) => transport !== 'poll');
    const looks = await Promise.all(
      pushed.map(async (worker) => {
        const transport = this.parts.transport(worker.transport);
        if (transport === undefined) return [worker.id, noTransport(worker.transport)] as const;
        const refusal = askedBy === 'tick' ? this.parts.refused.of(worker.id) : null;
        if (refusal !== null) return [worker.id, refusal] as const;
        try {
          return [worker.id, await withTimeout(() => transport.look(worker, askedBy), limit)] as const;
        } catch (error) {
          this.parts.log.warn('an endpoint could not be looked at', {
            worker: worker.id,
            error: faultName(error),
          });
          const look: Look = { ok: false, reason: 'state_unknown', detail: worker.id };
          return [worker.id, look] as const;
        }
      }),
    );
    return new Map(looks);
  }

  private async lookAtTrees(state: State, facts: Facts): Promise<ReadonlySet<RepoSlug>> {
    const settings = this.parts.settings();
    const now = this.parts.clock.now();
    const repos = new Set<RepoSlug>();
    for (const lease of state.live.values()) {
      if (lease.state === 'acknowledged' && isLost(lease, facts, settings, now)) repos.add(lease.repo);
    }
    const looks = await Promise.all(
      [...repos].map(async (repo) => ((await this.isClean(repo)) ? [repo] : [])),
    );
    return new Set(looks.flat());
  }

  private async isClean(repo: RepoSlug): Promise<boolean> {
    const limit = { scheduler: this.parts.scheduler, timeoutMs: treeLimitMs };
    try {
      return !(await withTimeout((signal) => this.parts.trees.isDirty(repo, signal), limit));
    } catch (error) {
      this.parts.log.warn('a work tree could not be looked at and counts as dirty', {
        repo,
        error: faultName(error),
      });
      return false;
    }
  }

  /** One that can't be looked at counts as there until the deadline, like a holder without a process (C13). */
  private hasEnded(process: ProcessRef | null, isOverdue: boolean): boolean {
    if (process === null) return false;
    const seen = this.parts.presence.look(process);
    return seen === 'ended' || (seen === 'unknown' && isOverdue);
  }

  /** Holders of running leases, and of those whose scope drains (C7, C13). */
  private endedHolders(state: State): ReadonlySet<LeaseId> {
    const ended = new Set<LeaseId>();
    const now = this.parts.clock.now();
    for (const id of state.activeByRepo.values()) {
      const lease = state.live.get(id);
      if (lease?.state !== 'acknowledged' || lease.holder.kind !== 'worker') continue;
      if (this.hasEnded(lease.holder.process, isExpired(lease, now))) ended.add(id);
    }
    for (const { draining } of state.scopes.values()) {
      const holder = draining === null ? null : state.closed.get(draining.leaseId)?.holder;
      if (draining === null || holder?.kind !== 'worker') continue;
      if (this.hasEnded(holder.process, now >= draining.deadlineAt)) ended.add(draining.leaseId);
    }
    return ended;
  }
}

const noTransport = (kind: string): Look => ({
  ok: false,
  reason: 'undeliverable',
  detail: `no transport of kind ${kind} here`,
});

import { type Event, Emitter } from '../base/emitter.ts';
import type { HostSupervisor } from '../host/hostSupervisor.ts';
import type { ProtocolError } from '../protocol/errors.ts';
import type { LeaseView, ScopeView } from '../protocol/views.ts';
import type { CoordinatorClient } from './coordinatorClient.ts';

export type HostOfRoot = Pick<
  HostSupervisor,
  'isServing' | 'isFollowing' | 'isWaiting' | 'startsAgainAt' | 'failure' | 'start' | 'takeOver'
>;

/** A root that the window has open: who follows it, and what else runs for it. */
export interface OpenRoot {
  readonly path: string;
  readonly client: CoordinatorClient;
  /** Something of it is other than before. */
  readonly onChange: Event<void>;
  /** This window's own host of it. */
  readonly host: HostOfRoot;
  /** Why no coordinator answers; null: one does, or is coming. */
  readonly problem: ProtocolError | null;
  start(): void;
  /** Settles when all that ran for it has ended. */
  stop(): Promise<void>;
}

/** The roots of a window's folders. Two folders of one root are one. */
export class Roots {
  private readonly open: (path: string) => OpenRoot;
  private readonly onFault: (error: unknown) => void;
  private readonly changes: Emitter<void>;
  private readonly byPath = new Map<string, OpenRoot>();
  private readonly stopping = new Set<Promise<void>>();

  constructor(open: (path: string) => OpenRoot, onFault: (error: unknown) => void) {
    this.open = open;
    this.onFault = onFault;
    this.changes = new Emitter(onFault);
  }

  /** A root came or went, or something of one is other than before. */
  get onChange(): Event<void> {
    return this.changes.event;
  }

  get all(): readonly OpenRoot[] {
    return [...this.byPath.values()];
  }

  /** Opens the ones that are new and ends those that are not named. */
  keep(paths: readonly string[]): void {
    for (const [path, root] of this.byPath) {
      if (paths.includes(path)) continue;
      this.byPath.delete(path);
      this.end(root);
    }
    for (const path of paths) {
      if (this.byPath.has(path)) continue;
      const root = this.open(path);
      this.byPath.set(path, root);
      root.onChange(() => this.changes.fire());
      root.start();
    }
    this.changes.fire();
  }

  leases(): ReadonlyMap<string, LeaseView> {
    return new Map(this.all.flatMap((root) => [...root.client.leases]));
  }

  /** The root whose coordinator has a lease; undefined: it is gone, or its coordinator is. */
  rootOf(lease: string): OpenRoot | undefined {
    return this.all.find((root) => root.client.leases.has(lease));
  }

  /** The repo of a lease. */
  scopeOf(lease: LeaseView): ScopeView | undefined {
    return this.rootOf(lease.id)?.client.books?.scopes.scopes.find(({ repo }) => repo === lease.repo);
  }

  /** Settles when every root has ended, also those that went before. */
  async stop(): Promise<void> {
    this.keep([]);
    this.changes.dispose();
    await Promise.all(this.stopping);
  }

  private end(root: OpenRoot): void {
    const stopping = root
      .stop()
      .catch(this.onFault)
      .finally(() => this.stopping.delete(stopping));
    this.stopping.add(stopping);
  }
}

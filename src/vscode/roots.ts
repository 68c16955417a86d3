import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { ProtocolError } from '../protocol/errors.ts';
import type { LeaseView } from '../protocol/views.ts';
import type { CoordinatorClient } from './coordinatorClient.ts';

/** A root that the window has open: who follows it, and what else runs for it. */
export interface OpenRoot extends Disposable {
  readonly path: string;
  readonly client: CoordinatorClient;
  /** Why no coordinator answers and none is coming; null: one does, or is. */
  readonly problem: ProtocolError | null;
}

/** The roots of a window's folders. Two folders of one root are one. */
export class Roots implements Disposable {
  private readonly open: (path: string) => OpenRoot;
  private readonly changes: Emitter<void>;
  private readonly byPath = new Map<string, OpenRoot>();

  constructor(open: (path: string) => OpenRoot, onFault: (error: unknown) => void) {
    this.open = open;
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
      root.dispose();
    }
    for (const path of paths) {
      if (this.byPath.has(path)) continue;
      const root = this.open(path);
      this.byPath.set(path, root);
      root.client.onChange(() => this.changes.fire());
      root.client.retry();
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

  dispose(): void {
    this.keep([]);
    this.changes.dispose();
  }
}

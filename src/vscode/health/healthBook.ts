import type { Disposable } from '../../base/disposable.ts';
import { type Event, Emitter } from '../../base/emitter.ts';
import type { Timers } from '../../ipc/timers.ts';
import type { HealthView } from '../../protocol/views.ts';
import type { OpenRoot } from '../roots.ts';

export type AskedRoot = Pick<OpenRoot, 'path'> & {
  readonly client: Pick<OpenRoot['client'], 'isConnected' | 'call'>;
};

export interface HealthBookOptions {
  readonly roots: () => readonly AskedRoot[];
  readonly timers: Timers;
  readonly onFault: (error: unknown) => void;
}

/** Between two looks though nothing is known to have happened: loop delay, disk and clocks say nothing by themselves. */
export const STEADY_MS = 5_000;
/** After something has happened; what happens meanwhile is looked at together. */
export const SOON_MS = 500;

/** How each coordinator of the window is, asked anew while somebody looks, and not at all while nobody does. */
export class HealthBook implements Disposable {
  private readonly options: HealthBookOptions;
  private readonly changes: Emitter<void>;
  private readonly views = new Map<string, HealthView>();
  private isVisible = false;
  private isAsking = false;
  private isStale = false;
  private isDisposed = false;
  private wait: Disposable | null = null;
  private waitsMs = 0;

  constructor(options: HealthBookOptions) {
    this.options = options;
    this.changes = new Emitter(options.onFault);
  }

  get onChange(): Event<void> {
    return this.changes.event;
  }

  /** Of a coordinator that answers; null: it has not been asked, or is gone. */
  viewOf({ path, client }: AskedRoot): HealthView | null {
    return client.isConnected ? (this.views.get(path) ?? null) : null;
  }

  show(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.wait?.dispose();
    this.wait = null;
    if (isVisible) void this.ask();
  }

  /** Something of a root is other than before. */
  look(): void {
    if (this.isAsking) this.isStale = true;
    else if (this.wait !== null && this.waitsMs > SOON_MS) this.askIn(SOON_MS);
  }

  dispose(): void {
    this.isDisposed = true;
    this.wait?.dispose();
    this.changes.dispose();
  }

  private async ask(): Promise<void> {
    if (this.isAsking) {
      this.isStale = true;
      return;
    }
    this.isAsking = true;
    this.isStale = false;
    await Promise.all(this.options.roots().map((root) => this.askRoot(root)));
    this.isAsking = false;
    if (this.isDisposed) return;
    this.changes.fire();
    if (this.isVisible) this.askIn(this.pauseMs());
  }

  private pauseMs(): number {
    return this.isStale ? SOON_MS : STEADY_MS;
  }

  private async askRoot(root: AskedRoot): Promise<void> {
    const isConnected = (): boolean => root.client.isConnected;
    if (!isConnected()) {
      this.views.delete(root.path);
      return;
    }
    try {
      this.views.set(root.path, await root.client.call('health.show', {}));
    } catch (error) {
      // Who lost the connection is told so by the root itself.
      if (isConnected()) this.options.onFault(error);
    }
  }

  private askIn(ms: number): void {
    this.wait?.dispose();
    this.waitsMs = ms;
    this.wait = this.options.timers.after(ms, () => {
      this.wait = null;
      void this.ask();
    });
  }
}

import path from 'node:path';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Source } from '../coordinator/ports.ts';
import type { Settings, SourceSetting } from '../core/model/settings.ts';
import type { State } from '../core/model/state.ts';
import { FileSource } from '../sources/fileSource.ts';
import { WorkspaceSource } from '../sources/workspaceSource.ts';

export interface SourcesOptions {
  readonly root: string;
  readonly readState: () => State;
  /** A source has news. */
  readonly onChange: (source: string) => void;
}

/** Keeps one object for each configured source, as long as its setting stays as it is, and watches it. */
export class SourcesInForce implements Disposable {
  private readonly options: SourcesOptions;
  private known = new Map<
    string,
    { readonly setting: string; readonly source: Source; readonly owned: Disposable }
  >();

  /** Asked for by each turn, and another only when the configuration is. */
  private inForce: { readonly settings: Settings; readonly sources: readonly Source[] } | null = null;

  constructor(options: SourcesOptions) {
    this.options = options;
  }

  /** In the order of the configuration. */
  of(settings: Settings): readonly Source[] {
    if (this.inForce?.settings !== settings) this.inForce = { settings, sources: this.make(settings) };
    return this.inForce.sources;
  }

  private make(settings: Settings): readonly Source[] {
    const kept: typeof this.known = new Map();
    for (const setting of settings.sources) {
      const text = JSON.stringify(setting);
      const before = this.known.get(setting.name);
      kept.set(setting.name, before?.setting === text ? before : this.start(setting, text));
    }
    for (const [name, { owned, setting }] of this.known) {
      if (kept.get(name)?.setting !== setting) owned.dispose();
    }
    this.known = kept;
    return [...kept.values()].map(({ source }) => source);
  }

  dispose(): void {
    for (const { owned } of this.known.values()) owned.dispose();
    this.known.clear();
  }

  private start(setting: SourceSetting, text: string) {
    const source = this.sourceOf(setting);
    const owned = new DisposableStore();
    const watching = source.watch?.(() => {
      this.options.onChange(source.name);
    });
    if (watching !== undefined) owned.add(watching);
    return { setting: text, source, owned };
  }

  private sourceOf({ name, kind }: SourceSetting): Source {
    if (kind === 'workspace') return new WorkspaceSource(this.options.readState);
    if (kind === 'file') return new FileSource(name, path.join(this.options.root, '.signalbox', 'tasks'));
    return unsupported(name);
  }
}

/** Its tasks stand still, and health says why. */
const unsupported = (name: string): Source => ({
  name,
  snapshot: () =>
    Promise.reject(
      new Error('this version has no hub source yet: remove it from sources, or update Signalbox'),
    ),
  project: () => Promise.reject(new Error('this version has no hub source yet')),
});

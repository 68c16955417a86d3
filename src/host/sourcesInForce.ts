import os from 'node:os';
import path from 'node:path';
import { assertNever } from '../base/assertNever.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Source } from '../coordinator/ports.ts';
import type { Settings, SourceSetting } from '../core/model/settings.ts';
import type { State } from '../core/model/state.ts';
import { FileSource } from '../sources/fileSource.ts';
import type { HubOptions, HubSurroundings } from '../sources/hub/hubOptions.ts';
import { HubSource } from '../sources/hub/hubSource.ts';
import { WorkspaceSource } from '../sources/workspaceSource.ts';
import { nodeClock } from './nodeParts.ts';

export interface SourcesOptions {
  readonly root: string;
  /** Of Signalbox. */
  readonly version: string;
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
    const owned = new DisposableStore();
    const source = this.sourceOf(setting, owned);
    const watching = source.watch?.(() => {
      this.options.onChange(source.name);
    });
    if (watching !== undefined) owned.add(watching);
    return { setting: text, source, owned };
  }

  private sourceOf({ name, kind, options }: SourceSetting, owned: DisposableStore): Source {
    const { root, version, readState } = this.options;
    switch (kind) {
      case 'workspace':
        return new WorkspaceSource(readState);
      case 'file':
        return new FileSource(name, path.join(root, '.signalbox', 'tasks'));
      case 'hub':
        // Checked by the configuration's schema.
        return owned.add(new HubSource(name, options as unknown as HubOptions, machine(root, version)));
      default:
        return assertNever(kind, 'kind of source');
    }
  }
}

const machine = (root: string, version: string): HubSurroundings => ({
  root,
  home: os.homedir(),
  platform: process.platform,
  env: process.env,
  version,
  now: () => nodeClock.now(),
});

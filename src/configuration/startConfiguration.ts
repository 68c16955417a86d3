import path from 'node:path';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { type Result, err, ok } from '../base/result.ts';
import type { Settings } from '../core/model/settings.ts';
import { fileProblem } from '../files/fileProblem.ts';
import { canonicalJson } from './canonicalJson.ts';
import type { ConfigurationFiles } from './configurationFile.ts';
import type { ConfirmationStore } from './confirmationStore.ts';
import { type PendingConfirmation, withholdUnconfirmed } from './guarded.ts';
import { type ConfigurationProblem, defaultSettings, parseConfiguration } from './parseConfiguration.ts';

/** What holds now, what is wrong with the file, and what in it waits for a person. */
export interface CurrentConfiguration {
  readonly settings: Settings;
  /** Not empty: the file is not what holds. */
  readonly problems: readonly ConfigurationProblem[];
  readonly pending: PendingConfirmation | null;
  /** When it came to hold, epoch ms. */
  readonly loadedAt: number;
}

export interface ConfigurationOptions {
  /** The workspace's absolute, resolved path. */
  readonly root: string;
  readonly files: ConfigurationFiles;
  readonly confirmations: ConfirmationStore;
  readonly now: () => number;
  /** Calls back when the file may have changed. */
  readonly watch: (onChange: () => void) => Disposable;
  /** Called after each change of what `current` answers, not at the start. */
  readonly onChange: (current: CurrentConfiguration) => void;
}

export interface ConfigurationLoader extends Disposable {
  current(): CurrentConfiguration;
  /** Reads the file again; cheap enough for each tick, because a watcher may miss a change. */
  reload(): void;
  /** A person confirms what waits (C22). Refused when something else waits by now. Throws when it can't be stored. */
  confirm(digest: string): Result<CurrentConfiguration, string>;
}

/** What the file says, and the settings whose guarded part was last in force. */
interface Loaded {
  readonly current: CurrentConfiguration;
  /** The last valid file; null: none since the start. */
  readonly lastGood: Settings | null;
  readonly lastInForce: Settings | null;
}

/**
 * Keeps the configuration in force: a valid file at once, but for what waits for confirmation (C22); beside an invalid
 * one the last good one goes on; where there is none yet, the defaults without dispatch; where there is no file, the
 * defaults (C21).
 */
export function startConfiguration(options: ConfigurationOptions): ConfigurationLoader {
  const { confirmations, onChange } = options;
  let loaded = load(options, null);
  const reload = () => {
    const before = loaded;
    loaded = load(options, before);
    if (loaded.current !== before.current) onChange(loaded.current);
  };
  const store = new DisposableStore();
  store.add(options.watch(reload));
  return {
    current: () => loaded.current,
    reload,
    confirm: (digest) => {
      reload();
      const { pending } = loaded.current;
      if (pending === null) return err('nothing waits for confirmation: go on');
      if (pending.digest !== digest) {
        return err('the configuration has changed since it was shown: look at it again, then confirm that');
      }
      confirmations.write(digest);
      reload();
      return ok(loaded.current);
    },
    dispose: () => store.dispose(),
  };
}

function load(options: ConfigurationOptions, before: Loaded | null): Loaded {
  const read = readFile(options);
  const lastGood = read.ok ? read.value : (before?.lastGood ?? null);
  const { settings, pending } =
    lastGood === null
      ? { settings: { ...defaultsOf(options), canDispatch: false }, pending: null }
      : withholdUnconfirmed(lastGood, options.confirmations.read(), before?.lastInForce);
  const next = { settings, problems: read.ok ? [] : read.error, pending };
  const isSame = before !== null && canonicalJson(next) === canonicalJson(withoutTime(before.current));
  return {
    current: isSame ? before.current : { ...next, loadedAt: options.now() },
    lastGood,
    lastInForce: pending === null && lastGood !== null ? lastGood : (before?.lastInForce ?? null),
  };
}

const withoutTime = ({ settings, problems, pending }: CurrentConfiguration) => ({
  settings,
  problems,
  pending,
});

function readFile(options: ConfigurationOptions): Result<Settings, readonly ConfigurationProblem[]> {
  let text: string | null;
  try {
    text = options.files.read();
  } catch (error) {
    return err([fileProblem([], null, error instanceof Error ? error.message : String(error))]);
  }
  if (text === null) return ok(defaultsOf(options));
  return parseConfiguration(text, {
    rootName: path.basename(options.root),
    resolvePath: (given) => options.files.resolve(given),
  });
}

const defaultsOf = ({ root }: ConfigurationOptions): Settings => defaultSettings(path.basename(root));

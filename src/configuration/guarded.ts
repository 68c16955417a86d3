/**
 * What an agent could gain by editing the configuration waits until a person confirms it (C22): action classes, the
 * policy profile and the three switches that it governs, commands and panes of workers, and sources with a URL.
 */
import { createHash } from 'node:crypto';
import type { Settings, SourceSetting, WorkerSetting } from '../core/model/settings.ts';
import { canonicalJson } from './canonicalJson.ts';

/** What waits for confirmation. */
export interface PendingConfirmation {
  /** Of the guarded part; `confirm` takes it, so that nothing is confirmed but what was looked at. */
  readonly digest: string;
  /** One line a key: what is in force and what was asked for, by kind, never by value. */
  readonly changes: readonly string[];
}

export interface Withheld {
  readonly settings: Settings;
  readonly pending: PendingConfirmation | null;
}

type GuardedKey = 'allow' | 'policyProfile' | 'adoptInProgress' | 'workerTasks' | 'dirtyTree';
interface Guarded extends Pick<Settings, GuardedKey> {
  readonly workers: readonly WorkerSetting[];
  readonly sources: readonly SourceSetting[];
}

/** The guarded part of the defaults; what is in force where no person has confirmed anything, but as strict. */
const defaults: Guarded = {
  allow: [],
  policyProfile: 'standard',
  adoptInProgress: false,
  workerTasks: false,
  dirtyTree: 'ask',
  workers: [],
  sources: [],
};
const safest: Guarded = { ...defaults, policyProfile: 'strict' };

/** SHA-256 in hex of the guarded part, whatever the order of its keys. */
export const guardedDigest = (settings: Settings): string => digestOf(guardedOf(settings));

/**
 * The settings that may hold now (C22). Where the guarded part is neither the confirmed one nor that of the defaults, the
 * last one in force stays, or, where none is known, the safest: nothing allowed, strict, no commands, no hubs.
 *
 * @param lastInForce settings whose guarded part was in force before, null after a start.
 */
export function withholdUnconfirmed(
  settings: Settings,
  confirmedDigest: string | null,
  lastInForce: Settings | null = null,
): Withheld {
  const asked = guardedOf(settings);
  const digest = digestOf(asked);
  if (digest === confirmedDigest || digest === digestOf(defaults)) return { settings, pending: null };
  const before = lastInForce === null ? null : guardedOf(lastInForce);
  return {
    settings: replaceGuarded(settings, before ?? safest),
    pending: { digest, changes: changesBetween(before ?? defaults, asked) },
  };
}

const isGuardedWorker = ({ transport, options }: WorkerSetting) =>
  transport === 'command' || transport === 'tmux' || options['command'] !== undefined;
const isGuardedSource = ({ kind }: SourceSetting) => kind === 'hub';

const guardedOf = (settings: Settings): Guarded => ({
  allow: [...settings.allow].sort(),
  policyProfile: settings.policyProfile,
  adoptInProgress: settings.adoptInProgress,
  workerTasks: settings.workerTasks,
  dirtyTree: settings.dirtyTree,
  workers: settings.workers.filter(isGuardedWorker),
  sources: settings.sources.filter(isGuardedSource),
});

/** A worker's repos are not guarded: they only say whose work it does. */
const digestOf = ({ workers, sources, ...rest }: Guarded): string => {
  const plain = {
    ...rest,
    workers: Object.fromEntries(workers.map(({ id, transport, options }) => [id, { transport, options }])),
    sources: Object.fromEntries(sources.map(({ name, kind, options }) => [name, { kind, options }])),
  };
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
};

function replaceGuarded(settings: Settings, { workers, sources, ...rest }: Guarded): Settings {
  const slugs = new Set(settings.repos.map(({ slug }) => slug));
  const kept = workers
    .map((worker) => ({ ...worker, repos: worker.repos.filter((slug) => slugs.has(slug)) }))
    .filter(({ repos }) => repos.length > 0);
  return {
    ...settings,
    ...rest,
    workers: merge(settings.workers, kept, isGuardedWorker, ({ id }) => id),
    sources: merge(settings.sources, sources, isGuardedSource, ({ name }) => name),
  };
}

/** In the order asked for: what is in force in place of what has its name, and no guarded one beside it. */
function merge<T>(
  asked: readonly T[],
  inForce: readonly T[],
  isGuarded: (item: T) => boolean,
  nameOf: (item: T) => string,
): readonly T[] {
  const byName = new Map(inForce.map((item) => [nameOf(item), item]));
  const names = new Set(asked.map(nameOf));
  return [
    ...asked.flatMap((item) => byName.get(nameOf(item)) ?? (isGuarded(item) ? [] : [item])),
    ...inForce.filter((item) => !names.has(nameOf(item))),
  ];
}

function changesBetween(before: Guarded, asked: Guarded): readonly string[] {
  const old = partsOf(before);
  const wanted = partsOf(asked);
  return [...new Set([...old.keys(), ...wanted.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key), wanted.get(key)];
    if (from?.canonical === to?.canonical) return [];
    const [fromKind, toKind] = [from?.kind ?? 'not there', to?.kind ?? 'not there'];
    return [`${key}: ${fromKind} -> ${toKind}${fromKind === toKind ? ', changed' : ''}`];
  });
}

interface Part {
  readonly kind: string;
  readonly canonical: string;
}

function partsOf({ workers, sources, allow, ...rest }: Guarded): ReadonlyMap<string, Part> {
  const part = (key: string, kind: string, value: unknown): [string, Part] => [
    key,
    { kind, canonical: canonicalJson(value) },
  ];
  return new Map([
    part('allow', allow.join(', ') || 'nothing', allow),
    ...Object.entries(rest).map(([key, value]) => part(key, String(value), value)),
    ...workers.map(({ id, transport, options }) =>
      part(`workers.${id}`, `${transport} {${kindsOf(options)}}`, [transport, options]),
    ),
    ...sources.map(({ name, kind, options }) =>
      part(`sources.${name}`, `${kind} {${kindsOf(options)}}`, [kind, options]),
    ),
  ]);
}

const kindsOf = (options: Readonly<Record<string, unknown>>): string =>
  Object.entries(options)
    .map(([key, value]) => (Array.isArray(value) ? `${key}: ${value.length}` : key))
    .join(', ');

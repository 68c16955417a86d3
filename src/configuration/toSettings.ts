import type { RepoSlug, SourceName, WorkerId } from '../core/model/ids.ts';
import type { Settings, SourceSetting, WorkerSetting } from '../core/model/settings.ts';
import { type ConfigurationFile, isName } from './schema.ts';

/** A checked file as the rules want it: milliseconds, lists in the file's order, one poll worker for each repo (C21). */
export function toSettings(file: ConfigurationFile, rootName: string): Settings {
  const repos = Object.entries(reposOf(file, rootName));
  const workers = Object.entries(file.workers).map(
    ([id, { repos, transport, options = {} }]): WorkerSetting => {
      return { id: id as WorkerId, repos: repos.map((slug) => slug as RepoSlug), transport, options };
    },
  );
  const pollers = repos
    .filter(([slug]) => !Object.hasOwn(file.workers, slug))
    .map(([slug]): WorkerSetting => {
      return { id: slug as WorkerId, repos: [slug as RepoSlug], transport: 'poll', options: {} };
    });
  return {
    repos: repos.map(([slug, path]) => ({ slug: slug as RepoSlug, path })),
    workers: [...workers, ...pollers],
    sources: Object.entries(file.sources).map(([name, { kind, ...options }]): SourceSetting => {
      return { name: name as SourceName, kind, options };
    }),
    allow: file.allow,
    policyProfile: file.policyProfile,
    maxAttempts: file.maxAttempts,
    retryBackoffMs: file.retryBackoff.map(toMs),
    tickMs: toMs(file.tick),
    offerTimeoutMs: toMs(file.offerTimeout),
    leaseTtlMs: toMs(file.leaseTtl),
    restartGraceMs: toMs(file.restartGrace),
    maxSilenceMs: toMs(file.maxSilence),
    maxContinuations: file.maxContinuations,
    timeoutMs: toMs(file.timeout),
    adoptInProgress: file.adoptInProgress,
    workerTasks: file.workerTasks,
    dirtyTree: file.dirtyTree,
    canDispatch: true,
  };
}

/** The repos of the file, or the root itself under its own name (C1). */
export const reposOf = (file: ConfigurationFile, rootName: string): Readonly<Record<string, string>> =>
  file.repos ?? { [slugOf(rootName)]: '.' };

/** The nearest name to a folder's: `My app (2)` is `My-app-2`. */
export function slugOf(folderName: string): string {
  const words = folderName.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const slug = words.slice(0, 64).replace(/-+$/, '');
  if (isName(slug)) return slug;
  return slug === '' ? 'root' : `repo-${slug}`.slice(0, 64);
}

const toMs = (seconds: number): number => Math.round(seconds * 1000);

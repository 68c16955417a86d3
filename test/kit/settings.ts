import type { RepoSlug, SourceName, WorkerId } from '../../src/core/model/ids.ts';
import type { Settings, TransportKind, WorkerSetting } from '../../src/core/model/settings.ts';

export const workerSetting = (
  id: string,
  repos: readonly string[],
  transport: TransportKind = 'command',
): WorkerSetting => ({ id: id as WorkerId, repos: repos as RepoSlug[], transport, options: {} });

/** One repo `demo` whose worker `demo` is sent to, one source `hub` beside the workspace, and the defaults of C21. */
export const settingsWith = (given: Partial<Settings> = {}): Settings => ({
  repos: [{ slug: 'demo' as RepoSlug, path: '.' }],
  workers: [workerSetting('demo', ['demo'])],
  sources: [
    { name: 'workspace' as SourceName, kind: 'workspace', options: {} },
    { name: 'hub' as SourceName, kind: 'hub', options: {} },
  ],
  allow: [],
  policyProfile: 'standard',
  maxAttempts: 5,
  retryBackoffMs: [5_000, 15_000, 60_000, 300_000],
  tickMs: 15_000,
  offerTimeoutMs: 30_000,
  leaseTtlMs: 600_000,
  restartGraceMs: 120_000,
  maxSilenceMs: 3_600_000,
  maxContinuations: 20,
  timeoutMs: 10_000,
  adoptInProgress: false,
  workerTasks: false,
  dirtyTree: 'ask',
  canDispatch: true,
  ...given,
});

import path from 'node:path';
import type { Presence } from '../../coordinator/ports.ts';
import { presenceOf, processOfWorker } from '../../coordinator/workerHealth.ts';
import { workerRecord } from '../../core/evolve/leaseIndex.ts';
import type { WorkerId } from '../../core/model/ids.ts';
import type { Settings } from '../../core/model/settings.ts';
import type { State } from '../../core/model/state.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { scopeView } from '../../protocol/toView.ts';
import type { ScopeView, WorkerView } from '../../protocol/views.ts';
import { callBy, type Handlers, type MethodContext, splitRequest, unwrap } from './methodContext.ts';

function scopes(state: State, { configuration, root }: MethodContext): ScopeView[] {
  const { repos } = configuration.current().settings;
  const known = [...state.scopes.values()].map(({ repo }) => repo);
  const slugs = [...new Set([...repos.map(({ slug }) => slug), ...known])];
  return slugs.map((slug) => {
    const setting = repos.find((repo) => repo.slug === slug);
    const folder = setting === undefined ? null : path.resolve(root, setting.path);
    return scopeView(slug, state.scopes.get(slug) ?? null, folder, state.activeByRepo.get(slug) ?? null);
  });
}

function workerView(state: State, id: WorkerId, settings: Settings, look: Presence['look']): WorkerView {
  const record = workerRecord(state, id);
  const setting = settings.workers.find((worker) => worker.id === id);
  const process = processOfWorker(state, id);
  return {
    id,
    repos: setting?.repos ?? record.registeredRepos ?? [],
    transport: setting?.transport ?? 'poll',
    is_skipped: record.isSkipped,
    idle_since_at: record.idleSinceAt === 0 ? null : record.idleSinceAt,
    presence: presenceOf(process, look),
    pid: process?.pid ?? null,
    lease_id: state.activeByWorker.get(id) ?? null,
  };
}

/** Repos and workers. */
export const placeMethods = {
  'scope.list': (_, context) =>
    context.coordinator.read((state) => ({ scopes: scopes(state, context), position: state.position })),
  'scope.pause': async (params, context) => {
    const by = callBy('scope.pause', params, context);
    return unwrap(await context.coordinator.execute('scope.pause', splitRequest(params).rest, by));
  },
  'scope.resume': async (params, context) => {
    const by = callBy('scope.resume', params, context);
    return unwrap(await context.coordinator.execute('scope.resume', splitRequest(params).rest, by));
  },
  'scope.take': async (params, context) => {
    const by = callBy('scope.take', params, context);
    return unwrap(await context.coordinator.execute('scope.take', splitRequest(params).rest, by));
  },
  'scope.release': async (params, context) => {
    const by = callBy('scope.release', params, context);
    return unwrap(await context.coordinator.execute('scope.release', splitRequest(params).rest, by));
  },
  'worker.register': async (params, context) => {
    const { process, surface } = context.session.identity;
    // A person registers a worker that is yet to be started: the process is not the worker's then.
    const isOwn = process !== null && surface === 'worker';
    const own = { ...splitRequest(params).rest, ...(isOwn ? { process } : {}) };
    const by = callBy('worker.register', params, context);
    return unwrap(await context.coordinator.execute('worker.register', own, by));
  },
  'worker.notice': ({ worker, notice }, { coordinator, configuration, turns, session }) => {
    const id = worker as WorkerId;
    const { workers } = configuration.current().settings;
    if (!workers.some((each) => each.id === id) && !coordinator.state.workers.has(id)) {
      const next = 'List them: signalbox worker list.';
      throw new ProtocolError('not_found', `there is no worker ${worker}`, next);
    }
    turns.notice(id, notice, session.identity.above);
    return { worker, notice };
  },
  'worker.locate': async ({ worker }, { coordinator, turns, windows }) => {
    const id = worker as WorkerId;
    const last = processOfWorker(coordinator.state, id);
    const processes = turns.placeOf(id);
    const known = processes.length > 0 || last === null ? processes : [{ ...last, isShell: false }];
    const [owner] = await windows.find({ worker: id, processes: known, turnEndedAt: null });
    return { worker, pid: owner?.answer.pid ?? last?.pid ?? null, window: owner?.name ?? null };
  },
  'worker.list': (_, { coordinator, configuration, presence }) =>
    coordinator.read((state) => {
      const { settings } = configuration.current();
      const known = [
        ...settings.workers.map(({ id }) => id),
        ...[...state.workers.values()].map(({ id }) => id),
      ];
      const workers = [...new Set(known)].map((id) =>
        workerView(state, id, settings, (process) => presence.look(process)),
      );
      return { workers, position: state.position };
    }),
} satisfies Handlers;

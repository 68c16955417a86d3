import type { PlanId, RepoSlug, SourceName, TaskId, WorkerId } from '../../model/ids.ts';
import type { Settings } from '../../model/settings.ts';
import type { Snapshot, SourceMessage, SourceTask } from '../../model/snapshot.ts';
import type { State } from '../../model/state.ts';
import type { DependencyFacts, PlanFacts, TaskFacts } from '../../model/task.ts';

const marker = '[action]';

/** Workers that the register knows; a message may be for one that registered itself. */
type KnownWorkers = State['workers'];

interface Reader {
  readonly repo: RepoSlug;
  /** The only one that may have it; null: any worker of the repo. */
  readonly worker: WorkerId | null;
}

/** A snapshot in the core's words. `ignored` names what has no place here, for health (C1, C3). */
export interface ReadSnapshot {
  readonly plans: readonly PlanFacts[];
  readonly dependencies: readonly DependencyFacts[];
  readonly tasks: readonly TaskFacts[];
  readonly ignored: readonly { readonly id: string; readonly why: 'no_repo' | 'unknown_agent' }[];
}

/** A source may list edges and classes in any order; sorted, another order is no news. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

const planId = (source: SourceName, id: string): PlanId => `${source}/${id}` as PlanId;

function readPlans(source: SourceName, snapshot: Snapshot): PlanFacts[] {
  const slugs = new Map(snapshot.repos.map((repo) => [repo.id, repo.slug]));
  return snapshot.plans.map((plan) => ({
    id: planId(source, plan.id),
    source,
    externalId: plan.id,
    repo: (slugs.get(plan.repo_id) ?? plan.repo_id) as RepoSlug,
    status: plan.status,
  }));
}

/** A task's repo: its plan's; without a plan `project` if configured, else the only configured one (behaviour 1). */
function repoOf(task: SourceTask, plan: PlanFacts | undefined, settings: Settings): RepoSlug | null {
  if (task.workplan_id != null && plan !== undefined) return configured(plan.repo, settings);
  const project = configured(task.project ?? null, settings);
  if (project !== null) return project;
  const [only, ...others] = settings.repos;
  return only !== undefined && others.length === 0 ? only.slug : null;
}

const configured = (slug: string | null, settings: Settings): RepoSlug | null =>
  settings.repos.find((repo) => repo.slug === slug)?.slug ?? null;

/** One that waits or is over misses nothing by having no place. */
const wantsWork = ({ status }: SourceTask): boolean => status === 'todo' || status === 'progress';

function readTask(source: SourceName, task: SourceTask, repo: RepoSlug): TaskFacts {
  const externalId = task.external_id ?? task.id;
  return {
    id: `${source}/${externalId}` as TaskId,
    source,
    externalId,
    kind: 'task',
    title: task.title,
    status: task.status,
    plan: task.workplan_id == null ? null : planId(source, task.workplan_id),
    repo,
    toWorker: null,
    needsHuman: task.needs_human ?? false,
    interventionNote: task.intervention_note ?? '',
    blockingReason: task.blocking_reason ?? '',
    actionClasses: [...(task.action_classes ?? [])].sort(),
  };
}

/** A reader is a repo slug, or a worker, configured or registered by itself, whose first repo is used (C3). */
function readerOf(to: string, settings: Settings, workers: KnownWorkers): Reader | null {
  const repo = configured(to, settings);
  if (repo !== null) return { repo, worker: null };
  const worker = to as WorkerId;
  const repos =
    settings.workers.find(({ id }) => id === worker)?.repos ?? workers.get(worker)?.registeredRepos;
  const first = configured(repos?.[0] ?? null, settings);
  return first === null ? null : { repo: first, worker };
}

function readMessage(source: SourceName, message: SourceMessage, reader: Reader): TaskFacts {
  return {
    id: `${source}/message/${message.id}` as TaskId,
    source,
    externalId: message.id,
    kind: 'message',
    title: message.subject.slice(marker.length).trim(),
    status: 'todo',
    plan: null,
    repo: reader.repo,
    toWorker: reader.worker,
    needsHuman: false,
    interventionNote: '',
    blockingReason: '',
    actionClasses: [],
  };
}

/** Reads a source's words: only configured repos, only `blocks` edges, only marked messages, never a body (C1, C2, C3). */
export function readSnapshot(
  source: SourceName,
  snapshot: Snapshot,
  settings: Settings,
  workers: KnownWorkers,
): ReadSnapshot {
  const plans = readPlans(source, snapshot);
  const plansById = new Map(plans.map((plan) => [plan.externalId, plan]));
  const tasks: TaskFacts[] = [];
  const ignored: ReadSnapshot['ignored'][number][] = [];
  for (const task of snapshot.tasks) {
    const repo = repoOf(task, plansById.get(task.workplan_id ?? ''), settings);
    if (repo !== null) tasks.push(readTask(source, task, repo));
    else if (wantsWork(task)) ignored.push({ id: task.id, why: 'no_repo' });
  }
  for (const message of snapshot.messages) {
    if (!message.subject.startsWith(marker)) continue;
    const reader = readerOf(message.to_agent, settings, workers);
    if (reader === null) ignored.push({ id: message.id, why: 'unknown_agent' });
    else tasks.push(readMessage(source, message, reader));
  }
  const dependencies = snapshot.dependencies
    .filter((edge) => edge.relationship_type === 'blocks')
    .map((edge) => ({
      from: planId(source, edge.from_workplan_id),
      to: planId(source, edge.to_workplan_id),
    }))
    .sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
  return { plans, dependencies, tasks, ignored };
}

import type { Facts, Look, Waiter } from '../../../src/core/context.ts';
import type { LeaseId, RepoSlug, SourceName, WorkerId } from '../../../src/core/model/ids.ts';
import type { ProcessRef } from '../../../src/core/model/lease.ts';
import type { Settings } from '../../../src/core/model/settings.ts';
import type { Snapshot, SourceReading, SourceTask } from '../../../src/core/model/snapshot.ts';
import { settingsWith, workerSetting } from '../../kit/settings.ts';
import type { Profile } from './actions.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type OutsideTask = Writable<SourceTask> & { isAbsent: boolean };

interface Contents {
  readonly repos: Snapshot['repos'];
  readonly plans: Writable<Snapshot['plans'][number]>[];
  readonly tasks: OutsideTask[];
  readonly messages: Writable<Snapshot['messages'][number]>[];
  edges: Snapshot['dependencies'][number][];
}

/** Titles and whether they ask for a secret, known beforehand instead of computed (C15). */
export const titles = new Map([
  ['Fix private parser', false],
  ['Show the private token', true],
  ['Polish private docs', false],
]);
const titleAt = (index: number): string => [...titles.keys()][index % titles.size]!;
const subjects = ['[action] Inspect private work', 'FYI private', '[action] Show the private token'];
const statuses = ['todo', 'progress', 'wait', 'done', 'cancel', 'todo'];
const planStatuses = ['active', 'ready', 'draft', 'finished', 'archived', 'active'];

const repos = ['red', 'blue', 'green'].map((slug) => ({ id: `repo-${slug}`, slug }));

const task = (id: string, plan: string | null, action_classes: readonly string[] = []): OutsideTask => ({
  id,
  workplan_id: plan,
  project: 'green',
  status: 'todo',
  title: titleAt(0),
  action_classes,
  isAbsent: false,
});
const plan = (id: string, slug: string) => ({ id, repo_id: `repo-${slug}`, status: 'active' });

/** All that is not in the register: sources and what they say, processes, endpoints, connections, trees, the clock. */
export class Outside {
  now = 1_700_000_000_000;
  settings: Settings;
  readonly sources = new Map<string, Contents>([
    [
      'hub',
      {
        repos,
        plans: [plan('p1', 'red'), plan('p2', 'blue'), plan('p3', 'green')],
        tasks: [task('t1', 'p1'), task('t2', 'p1'), task('t3', 'p2'), task('t4', null), task('t5', 'p3')],
        messages: [
          { id: 'm1', to_agent: 'blue', subject: subjects[0]!, body: 'private body' },
          { id: 'm2', to_agent: 'alpha', subject: subjects[1]!, body: 'private body' },
        ],
        edges: [],
      },
    ],
    [
      'desk',
      {
        repos,
        plans: [plan('q1', 'red'), plan('q2', 'blue')],
        tasks: [task('d1', 'q1'), task('d2', 'q2', ['network'])],
        messages: [],
        edges: [],
      },
    ],
  ]);
  readonly goodAt = new Map<SourceName, number>();
  /** The last snapshot that was read well. */
  readonly lastRead = new Map<string, Snapshot>();
  /** Epochs whose holder's process has ended. */
  readonly endedEpochs = new Set<string>();
  readonly detachedAt = new Map<WorkerId, number>();
  readonly looks = new Map<WorkerId, Look>();
  readonly cleanRepos = new Set<RepoSlug>();
  waiters: Waiter[] = [];

  constructor(profile: Profile) {
    this.settings = settingsWith({
      ...profile,
      repos: repos.map(({ slug }) => ({ slug: slug as RepoSlug, path: slug })),
      workers: [
        workerSetting('alpha', ['red', 'blue']),
        workerSetting('beta', ['red']),
        workerSetting('gamma', ['blue', 'red'], 'poll'),
        workerSetting('delta', ['green', 'blue'], 'poll'),
      ],
      sources: ['workspace', 'hub', 'desk'].map((name) => ({
        name: name as SourceName,
        kind: name === 'workspace' ? 'workspace' : 'hub',
        options: {},
      })),
      retryBackoffMs: [5_000, 60_000],
    });
    for (const id of ['alpha', 'beta'] as WorkerId[]) this.looks.set(id, { ok: true, endpointId: id });
  }

  /** @param ended leases whose holder's process has ended */
  facts(ended: ReadonlySet<LeaseId>): Facts {
    return {
      goodAt: new Map(this.goodAt),
      endedHolders: ended,
      detachedAt: new Map(this.detachedAt),
      endpoints: new Map(this.looks),
      cleanRepos: new Set(this.cleanRepos),
      waiters: [...this.waiters],
    };
  }

  /** What a source says in a tick; `isNew` false repeats what it said before. */
  read(source: string, how: { fails: boolean; isNew: boolean }): SourceReading {
    if (how.fails) return { source, ok: false, reason: 'offline' };
    this.goodAt.set(source as SourceName, this.now);
    const last = this.lastRead.get(source);
    if (!how.isNew && last !== undefined) return { source, ok: true, snapshot: last, isNew: false };
    const snapshot = this.snapshot(source);
    this.lastRead.set(source, snapshot);
    return { source, ok: true, snapshot, isNew: true };
  }

  private snapshot(source: string): Snapshot {
    const contents = this.sources.get(source);
    if (contents === undefined) return { repos: [], plans: [], tasks: [], dependencies: [], messages: [] };
    return structuredClone({
      repos: contents.repos,
      plans: contents.plans,
      tasks: contents.tasks.filter(({ isAbsent }) => !isAbsent).map(({ isAbsent: _, ...rest }) => rest),
      dependencies: contents.edges,
      messages: contents.messages,
    });
  }

  taskAt(id: string): OutsideTask | undefined {
    const [source = '', external = ''] = id.split('/');
    return this.sources.get(source)?.tasks.find((known) => known.id === external);
  }

  /** Somebody changes something at a source. */
  edit(what: number, which: number, to: number): string {
    const contents = this.sources.get(which % 3 === 2 ? 'desk' : 'hub')!;
    const one = contents.tasks[which % contents.tasks.length]!;
    const aPlan = contents.plans[which % contents.plans.length]!;
    const message = contents.messages[which % Math.max(contents.messages.length, 1)];
    switch (what % 12) {
      case 0:
      case 1:
        one.status = statuses[to % statuses.length]!;
        return `${one.id} is ${one.status}`;
      case 2:
      case 3:
        one.title = titleAt(to);
        return `${one.id} is titled ${one.title}`;
      case 4:
        one.needs_human = one.needs_human !== true;
        return `${one.id} needs_human ${one.needs_human}`;
      case 5:
        one.intervention_note = to % 3 === 0 ? 'private note' : to % 3 === 1 ? '  ' : '';
        return `${one.id} intervention_note "${one.intervention_note}"`;
      case 6:
        one.blocking_reason = to % 2 === 0 ? 'private reason' : '';
        return `${one.id} blocking_reason "${one.blocking_reason}"`;
      case 7:
        one.action_classes = [[], ['network'], ['external_publish'], ['network', 'release_tag']][to % 4]!;
        return `${one.id} action_classes ${one.action_classes.join()}`;
      case 8:
        aPlan.status = planStatuses[to % planStatuses.length]!;
        return `plan ${aPlan.id} is ${aPlan.status}`;
      case 9:
        if (to % 8 === 7) return this.movePlan(aPlan, to);
        return this.toggleEdge(contents, aPlan.id, to);
      case 10:
        one.isAbsent = !one.isAbsent;
        return `${one.id} is ${one.isAbsent ? 'absent' : 'there'}`;
      default:
        if (message !== undefined) message.subject = subjects[to % subjects.length]!;
        return `message is ${message?.subject ?? 'none'}`;
    }
  }

  private movePlan(aPlan: Contents['plans'][number], to: number): string {
    aPlan.repo_id = repos[(to >> 3) % repos.length]!.id;
    return `plan ${aPlan.id} is of ${aPlan.repo_id}`;
  }

  private toggleEdge(contents: Contents, from: string, to: number): string {
    const target = [...contents.plans.map(({ id }) => id), 'missing'][to % (contents.plans.length + 1)]!;
    const id = `${from}-${target}`;
    const kept = contents.edges.filter((edge) => edge.id !== id);
    const relationship_type = to % 4 === 3 ? 'relates' : 'blocks';
    if (kept.length === contents.edges.length && target !== from) {
      kept.push({ id, from_workplan_id: from, to_workplan_id: target, relationship_type });
    }
    contents.edges = kept;
    return `edge ${id} ${relationship_type} toggled`;
  }

  callers: readonly Caller[] = [
    { session: 's1', process: { pid: 11, startedAt: 1 } },
    { process: { pid: 12, startedAt: 1 } },
    {},
    { session: 's2' },
  ];
}

/** One of the ways in which a worker may be running. */
export interface Caller {
  readonly session?: string;
  readonly process?: ProcessRef;
}

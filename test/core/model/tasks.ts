import type { Context } from '../../../src/core/context.ts';
import type { Snapshot, SourceTask } from '../../../src/core/model/snapshot.ts';
import { titles } from './outside.ts';

/** What was last told of a task, in a good snapshot, a reconcile or a person's command. */
export interface ToldTask {
  title: string;
  status: string;
  needsHuman: boolean;
  note: string;
  blocking: string;
  classes: readonly string[];
  plan: string | null;
  isTitleCleared: boolean;
  isCancelled: boolean;
  /** Completed, and not seen outside `todo` since (C5). */
  needsSpell: boolean;
}

const harmless = new Set(['network', 'install_dependency', 'schema_migration', 'release_tag']);

/** Tasks as told, and whether they were gated when that was last judged (C15). */
export class Tasks {
  readonly told = new Map<string, ToldTask>();
  readonly gated = new Set<string>();
  /** `<task> <revision>` -> the lease that fired it; null: a completion consumed it (C5). */
  readonly fired = new Map<string, string | null>();
  /** `<task> <revision>` -> all that makes the revision, to see that neither changes without the other. */
  readonly meaning = new Map<string, string>();
  readonly generation = new Map<string, number>();
  readonly plans = new Map<string, Map<string, string>>();
  /** Tasks in the last good snapshot of each source. */
  private readonly present = new Map<string, ReadonlySet<string>>();
  readonly edges = new Map<string, Snapshot['dependencies']>();

  isPresent(id: string): boolean {
    const source = id.split('/')[0]!;
    return source === 'workspace' || this.present.get(source)?.has(id) === true;
  }

  readSnapshot(source: string, snapshot: Snapshot): void {
    const messages = snapshot.messages.filter(({ subject }) => subject.startsWith('[action]'));
    const ids = [...snapshot.tasks.map(({ id }) => id), ...messages.map(({ id }) => `message/${id}`)];
    this.present.set(source, new Set(ids.map((id) => `${source}/${id}`)));
    for (const one of snapshot.tasks) this.tell(`${source}/${one.id}`, one, planOf(source, one));
    for (const { id, subject } of messages) {
      const title = subject.slice('[action]'.length).trim();
      this.tell(`${source}/message/${id}`, { id, title, status: 'todo' }, null);
    }
    this.plans.set(source, new Map(snapshot.plans.map(({ id, status }) => [`${source}/${id}`, status])));
    const edges = snapshot.dependencies.filter((edge) => edge.relationship_type === 'blocks');
    this.edges.set(source, edges);
  }

  tell(id: string, one: SourceTask, plan: string | null): void {
    const before = this.told.get(id);
    this.told.set(id, {
      title: one.title,
      status: one.status,
      needsHuman: one.needs_human === true,
      note: one.intervention_note ?? '',
      blocking: one.blocking_reason ?? '',
      classes: one.action_classes ?? [],
      plan,
      isTitleCleared: before?.isTitleCleared ?? false,
      isCancelled: before?.isCancelled ?? false,
      needsSpell: (before?.needsSpell ?? false) && one.status === 'todo',
    });
  }

  /** Whether a task has a gate, as it was last told and by the settings in force now (C15). */
  hasGate(id: string, { settings }: Context): boolean {
    const task = this.told.get(id);
    if (task === undefined) return false;
    const asksForSecret = [...titles].some(([title, asks]) => asks && task.title.includes(title));
    return (
      task.needsHuman ||
      task.note.trim() !== '' ||
      task.blocking.trim() !== '' ||
      task.classes.some((name) => !(harmless.has(name) && settings.allow.includes(name))) ||
      (asksForSecret && !task.isTitleCleared)
    );
  }

  /** A look at all gates of a task, as a tick takes it. */
  judge(id: string, context: Context): void {
    if (this.hasGate(id, context)) this.gated.add(id);
    else this.gated.delete(id);
  }

  /** Whether the task's plan waits for another, as far as its source said (C2). */
  waitsForPlan(id: string): boolean {
    const task = this.told.get(id);
    const source = id.split('/')[0]!;
    if (task?.plan == null || source === 'workspace') return false;
    const isOver = (plan: string): boolean =>
      ['finished', 'archived'].includes(this.plans.get(source)?.get(`${source}/${plan}`) ?? 'missing');
    return (this.edges.get(source) ?? []).some(
      (edge) => `${source}/${edge.from_workplan_id}` === task.plan && !isOver(edge.to_workplan_id),
    );
  }
}

const planOf = (source: string, { workplan_id }: SourceTask): string | null =>
  workplan_id == null ? null : `${source}/${workplan_id}`;

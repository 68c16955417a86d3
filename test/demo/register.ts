import type { EventView } from '../../src/protocol/views.ts';
import { DemoFailure, type Narrator } from './narrator.ts';
import { CallFailed, type Place, signalboxJson } from './signalbox.ts';

const lookEveryMs = 150;
const noCoordinator = 9;

/** Follows the register by `signalbox history`, says what happens, and waits for what has to. */
export class RegisterFollower {
  readonly events: EventView[] = [];
  private readonly place: Place;
  private readonly narrator: Narrator;
  private readonly titles = new Map<string, string>();
  private readonly tasks = new Map<string, string>();

  constructor(place: Place, narrator: Narrator) {
    this.place = place;
    this.narrator = narrator;
  }

  /** Looks until there is such an event. @throws DemoFailure when there is none in time */
  async until(what: string, isIt: (event: EventView) => boolean, withinMs = 15_000): Promise<EventView> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const found = this.events.find(isIt);
      if (found !== undefined) return found;
      if (Date.now() > deadline)
        throw new DemoFailure(`within ${withinMs / 1000} s there was no sign that ${what}`);
      await this.look();
      await new Promise((settle) => setTimeout(settle, lookEveryMs));
    }
  }

  /** Reads what is new. A coordinator that is away has nothing new. */
  async look(): Promise<void> {
    const from = String((this.events.at(-1)?.position ?? 0) + 1);
    try {
      const args = ['history', '--from', from, '--limit', '1000'];
      const { events } = await signalboxJson<{ events: EventView[] }>(this.place, ...args);
      for (const event of events) this.note(event);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.exitCode !== noCoordinator) throw error;
    }
  }

  titleOf(taskId: string | null): string {
    return `“${this.titles.get(taskId ?? '') ?? taskId ?? '?'}”`;
  }

  private note(event: EventView): void {
    this.events.push(event);
    const { type, data, lease_id: lease } = event;
    const task = data['task'] as { id?: string; title?: string } | undefined;
    if (type === 'TaskObserved') this.titles.set(task?.id ?? '', task?.title ?? '');
    if (type === 'LeaseCreated') this.tasks.set(lease ?? '', event.task_id ?? '');
    const said = this.sentence(event, this.titleOf(event.task_id ?? this.tasks.get(lease ?? '') ?? null));
    if (said !== null) this.narrator.tell(...said);
  }

  private sentence({ type, data, worker }: EventView, title: string): [who: string, text: string] | null {
    const {
      reason = '',
      detail = '',
      gate,
      value = '',
      text = '',
    } = data as Readonly<Record<string, string | null>>;
    const who = worker ?? 'worker';
    switch (type) {
      case 'LeaseAcknowledged':
        return [who, `took ${title} (epoch ${String(data['epoch_counter'])})`];
      case 'LeaseCompleted':
        return [who, `completed ${title}`];
      case 'LeaseStopped':
        return ['signalbox', `stopped ${title}: ${[reason, gate].filter((part) => part != null).join(', ')}`];
      case 'LeaseWaited':
        return ['signalbox', `keeps ${title} waiting: ${reason} ${detail}`];
      case 'LeaseQueued':
        if (reason !== 'dirty_tree' || detail === '') return null;
        return ['signalbox', `holds ${title}: uncommitted changes in ${detail}`];
      case 'QuestionAsked':
        return [who, `asks: ${text} (${(data['options'] as string[]).join(' or ')})`];
      case 'DecisionRecorded':
        return ['operator', `answered: ${value}`];
      case 'LeaseContinued':
        return ['operator', `said continue: ${title}`];
      default:
        return null;
    }
  }
}

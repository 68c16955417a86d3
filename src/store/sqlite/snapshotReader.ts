import { eventsFromText } from './database/eventText.ts';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';
import { type EventPage, type HistoryFilter, PositionGone, type Scheduler } from '../../coordinator/ports.ts';
import type { RegisterEvent } from '../../core/events.ts';
import { initialState, type MutableState } from '../../core/model/state.ts';
import { restoreState } from '../../core/model/storedState.ts';
import { foldedFrom } from './database/foldedState.ts';
import type { SnapshotRef } from './journalLines.ts';
import type { StoreLayout } from './storeLayout.ts';
import type { StartThread, StoredPage, StoreThread } from './thread/requests.ts';

const replayedAtOnce = 2000;
const batchesAhead = 4;
const idleMs = 10_000;

interface Opened {
  readonly name: string;
  readonly thread: StoreThread;
  readonly ready: Promise<null>;
}

/** Reads one snapshot at a time in a second thread, which ends when nobody has asked for ten seconds. */
export class SnapshotReader implements Disposable {
  private readonly startThread: StartThread;
  private readonly layout: Pick<StoreLayout, 'state' | 'archive'>;
  private readonly scheduler: Scheduler;
  private started: StoreThread | null = null;
  private opened: Opened | null = null;
  private idle: Disposable | null = null;
  private active = 0;

  constructor(
    startThread: StartThread,
    layout: Pick<StoreLayout, 'state' | 'archive'>,
    scheduler: Scheduler,
  ) {
    this.startThread = startThread;
    this.layout = layout;
    this.scheduler = scheduler;
  }

  /** Starts the thread ahead of the first call, so that it is there when the snapshot's name is known. */
  prepare(): void {
    this.started ??= this.startThread();
  }

  /** Checks the snapshot's checksum. @throws RegisterFault `replaced` if it is gone, `damaged` if it is not whole */
  async check(snapshot: SnapshotRef): Promise<void> {
    await this.using(snapshot, async () => undefined);
  }

  /** @throws PositionGone */
  async page(snapshot: SnapshotRef, filter: HistoryFilter, from: number, limit: number): Promise<EventPage> {
    const { archive } = this.layout;
    const stored = await this.using(snapshot, (thread) =>
      thread.call('page', { filter, from, limit, archive }),
    );
    if (stored.goneUntil !== null) throw new PositionGone(from, stored.goneUntil);
    const page = withArchived(eventsFromText(stored.text), stored, limit);
    return stored.unreadable.length === 0 ? page : { ...page, unreadable: stored.unreadable };
  }

  /** Position after the last event of it that was archived. */
  completeFrom(snapshot: SnapshotRef): Promise<number> {
    return this.using(snapshot, (thread) => thread.call('completeFrom', null));
  }

  /** The state that its events fold to; null: they have to be folded. */
  async folded(snapshot: SnapshotRef): Promise<MutableState | null> {
    const parts = await this.using(snapshot, (thread) => thread.call('folded', null));
    const state = parts === null ? null : restoreState(foldedFrom(parts), initialState());
    return state?.position === snapshot.position ? state : null;
  }

  /** Every event, in order. Reading begins with the call, and stays a few batches ahead of who works on them. */
  all(snapshot: SnapshotRef): AsyncIterable<readonly RegisterEvent[]> {
    const ahead: Promise<readonly RegisterEvent[]>[] = [];
    let from = 1;
    const fill = () => {
      for (; ahead.length < batchesAhead && from <= snapshot.position; from += replayedAtOnce) {
        const asked = this.range(snapshot, from, from + replayedAtOnce);
        // Whoever stops early leaves some of them unawaited.
        asked.catch(() => undefined);
        ahead.push(asked);
      }
    };
    fill();
    return batches(ahead, fill);
  }

  private async range(snapshot: SnapshotRef, from: number, below: number): Promise<readonly RegisterEvent[]> {
    const request = { filter: {}, from, limit: below - from, below };
    return eventsFromText((await this.using(snapshot, (thread) => thread.call('page', request))).text);
  }

  dispose(): void {
    this.idle?.dispose();
    this.opened?.thread.close();
    this.opened = null;
    this.started?.close();
    this.started = null;
  }

  private async using<T>(snapshot: SnapshotRef, work: (thread: StoreThread) => Promise<T>): Promise<T> {
    this.active += 1;
    try {
      const { thread, ready } = this.open(snapshot);
      // Asked at once: the thread goes on from one to the other while this one has other work.
      const [, answer] = await Promise.all([ready, work(thread)]);
      return answer;
    } finally {
      this.active -= 1;
      this.idle?.dispose();
      if (this.active === 0) this.idle = this.scheduler.after(idleMs, () => this.dispose());
    }
  }

  private open(snapshot: SnapshotRef): Opened {
    if (this.opened?.name === snapshot.name) return this.opened;
    this.opened?.thread.close();
    const thread = this.started ?? this.startThread();
    this.started = null;
    const path = join(this.layout.state, snapshot.name);
    const ready = thread.call('open', { path, crc: snapshot.crc });
    this.opened = { name: snapshot.name, thread, ready };
    ready.catch(() => this.forget(thread));
    return this.opened;
  }

  /** A snapshot that could not be opened is tried anew by the next call. */
  private forget(thread: StoreThread): void {
    thread.close();
    if (this.opened?.thread === thread) this.opened = null;
  }
}

async function* batches(
  ahead: Promise<readonly RegisterEvent[]>[],
  fill: () => void,
): AsyncIterable<readonly RegisterEvent[]> {
  for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
    const events = await next;
    fill();
    yield events;
  }
}

/** Both are in order; what the archive has lies between what is left, or before it. */
function withArchived(events: RegisterEvent[], { archived, next }: StoredPage, limit: number): EventPage {
  if (archived.length === 0) return { events, next };
  const all = [...events, ...archived].sort((one, other) => one.position - other.position);
  const following = [all[limit]?.position, next].filter((position) => position != null);
  return {
    events: all.slice(0, limit),
    next: following.length === 0 ? null : Math.min(...following),
  };
}

import { type Disposable, DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Coordinator } from '../coordinator/coordinator.ts';
import type { RegisterEvent } from '../core/events.ts';
import { encodeEvent, type Identity, type Session } from '../ipc/session.ts';
import { eventView } from '../protocol/eventView.ts';

const pageSize = 500;
/** One subscription a session: a second one replaces the first (protocol). */
const following = new WeakMap<object, Disposable>();

/**
 * Sends a session every confirmed event from a position on, without gap or repeat: what is in the register first, page by
 * page, then what comes. A reader that is too slow has been cut off by the connection and is told where to resume.
 */
export function followEvents(coordinator: Coordinator, session: Session<Identity>, from: number): void {
  following.get(session)?.dispose();
  const owned = new DisposableStore();
  following.set(session, owned);
  session.closed.addEventListener('abort', () => {
    owned.dispose();
  });
  let nextAt = from;
  let isCaughtUp = false;
  const send = (events: readonly RegisterEvent[]): boolean => {
    for (const event of events) {
      if (event.position < nextAt) continue;
      nextAt = event.position + 1;
      if (!session.sendEvent(encodeEvent(eventView(event)))) return false;
    }
    return true;
  };
  const waiting: RegisterEvent[] = [];
  owned.add(
    coordinator.onEvents((events) => {
      if (!isCaughtUp) waiting.push(...events);
      else if (!send(events)) owned.dispose();
    }),
  );
  let isEnded = false;
  owned.add(
    toDisposable(() => {
      isEnded = true;
    }),
  );
  void catchUp().catch(() => {
    owned.dispose();
  });

  async function catchUp(): Promise<void> {
    for (let at: number | null = nextAt; at !== null && !isEnded;) {
      const page = await coordinator.history({}, at, pageSize);
      if (!send(page.events)) {
        owned.dispose();
        return;
      }
      at = page.next;
    }
    isCaughtUp = true;
    if (!send(waiting.splice(0))) owned.dispose();
  }
}

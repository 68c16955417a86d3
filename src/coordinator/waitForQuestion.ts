import { deferred } from '../base/deferred.ts';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { RegisterEvent } from '../core/events.ts';
import type { Question } from '../core/model/records.ts';
import type { Scheduler } from './ports.ts';

export interface QuestionWait {
  readonly onEvents: Event<readonly RegisterEvent[]>;
  /** The coordinator ends: nothing more will come. */
  readonly onEnd: Event<undefined>;
  readonly look: () => Question | undefined;
  readonly scheduler: Scheduler;
  readonly waitMs: number;
  /** Nobody listens any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Settles when the question is answered or moot, when the time is up, or when nobody listens any more (T7). */
export async function waitForQuestion(wait: QuestionWait): Promise<void> {
  const { look, signal } = wait;
  if (look()?.state !== 'open' || signal?.aborted === true) return;
  const done = deferred<undefined>();
  const owned = new DisposableStore();
  const end = (): void => {
    done.resolve(undefined);
  };
  owned.add(wait.scheduler.after(wait.waitMs, end));
  owned.add(wait.onEnd(end));
  owned.add(
    wait.onEvents(() => {
      if (look()?.state !== 'open') end();
    }),
  );
  signal?.addEventListener('abort', end, { once: true });
  owned.add(toDisposable(() => signal?.removeEventListener('abort', end)));
  await done.promise;
  owned.dispose();
}

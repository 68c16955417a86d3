import { deferred } from '../base/deferred.ts';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { RegisterEvent } from '../core/events.ts';
import type { Question } from '../core/model/records.ts';
import type { Scheduler } from './ports.ts';

/** Settles when the question is answered or moot, when the time is up, or when nobody listens any more (T7). */
export async function waitForQuestion(
  onEvents: Event<readonly RegisterEvent[]>,
  look: () => Question | undefined,
  limits: { readonly scheduler: Scheduler; readonly waitMs: number; readonly signal?: AbortSignal },
): Promise<Question | undefined> {
  if (look()?.state !== 'open') return look();
  const done = deferred<undefined>();
  const owned = new DisposableStore();
  const end = (): void => {
    done.resolve(undefined);
  };
  owned.add(limits.scheduler.after(limits.waitMs, end));
  owned.add(
    onEvents(() => {
      if (look()?.state !== 'open') end();
    }),
  );
  limits.signal?.addEventListener('abort', end, { once: true });
  owned.add(toDisposable(() => limits.signal?.removeEventListener('abort', end)));
  if (limits.signal?.aborted === true) end();
  await done.promise;
  owned.dispose();
  return look();
}

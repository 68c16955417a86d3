import { type Deferred, deferred } from '../base/deferred.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Answers, HandOut } from '../core/commands.ts';
import type { Waiter } from '../core/context.ts';
import type { Scheduler } from './ports.ts';

type NextAnswer = Answers['lease.next'];

interface Call {
  readonly waiter: Waiter;
  readonly answer: Deferred<NextAnswer>;
  /** Its timer and its listener. */
  readonly owned: DisposableStore;
  /** What it would have been answered had it not waited; its answer when the time is up. */
  readonly last: NextAnswer;
  isOver: boolean;
}

/**
 * `next` calls that wait for work (C6): the tick serves them, a time-out or a closed connection ends them. Between
 * `waiters` and `serve` a tick decides: a call whose time is up meanwhile is answered after it, so that no lease is given
 * to a call that was told that there is none.
 */
export class WaitingCalls implements Disposable {
  private readonly calls = new Set<Call>();
  private readonly scheduler: Scheduler;
  private isDeciding = false;
  private isDisposed = false;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  /** Those that a tick may serve; followed by `serve`, whatever comes of the tick. */
  waiters(): Waiter[] {
    this.isDeciding = true;
    return [...this.calls].filter(({ isOver }) => !isOver).map(({ waiter }) => waiter);
  }

  wait(waiter: Waiter, last: NextAnswer, waitMs: number, signal?: AbortSignal): Promise<NextAnswer> {
    if (this.isDisposed || signal?.aborted === true) return Promise.resolve(last);
    const owned = new DisposableStore();
    const call: Call = { waiter, answer: deferred(), owned, last, isOver: false };
    const end = (): void => {
      this.over(call);
    };
    owned.add(this.scheduler.after(waitMs, end));
    signal?.addEventListener('abort', end, { once: true });
    owned.add(toDisposable(() => signal?.removeEventListener('abort', end)));
    this.calls.add(call);
    return call.answer.promise;
  }

  serve(handOuts: readonly HandOut[]): void {
    this.isDeciding = false;
    for (const call of [...this.calls]) {
      const handOut = handOuts.find(({ waiter }) => waiter === call.waiter);
      if (handOut !== undefined) this.end(call, handOut.answer);
      else if (call.isOver) this.end(call, call.last);
    }
  }

  /** Answers all that still wait, those of a tick that decides right after it. */
  dispose(): void {
    this.isDisposed = true;
    for (const call of [...this.calls]) this.over(call);
  }

  private over(call: Call): void {
    call.isOver = true;
    if (!this.isDeciding) this.end(call, call.last);
  }

  private end(call: Call, answer: NextAnswer): void {
    this.calls.delete(call);
    call.owned.dispose();
    call.answer.resolve(answer);
  }
}

import { type Deferred, deferred } from '../base/deferred.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Answers, HandOut } from '../core/commands.ts';
import type { Waiter } from '../core/context.ts';
import type { Scheduler } from './ports.ts';

type NextAnswer = Answers['lease.next'];

interface Call {
  readonly waiter: Waiter;
  readonly answer: Deferred<NextAnswer>;
  readonly timer: Disposable;
  last: NextAnswer;
}

/** `next` calls that wait for work: the tick serves them, a time-out or a closed connection ends them (C6). */
export class WaitingCalls {
  private readonly calls = new Set<Call>();
  private readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  waiters(): Waiter[] {
    return [...this.calls].map(({ waiter }) => waiter);
  }

  /** @param last what the call would have been answered had it not waited; its answer when the time is up */
  wait(waiter: Waiter, last: NextAnswer, waitMs: number, signal?: AbortSignal): Promise<NextAnswer> {
    const answer = deferred<NextAnswer>();
    const call: Call = {
      waiter,
      answer,
      last,
      timer: this.scheduler.after(waitMs, () => this.end(call, call.last)),
    };
    this.calls.add(call);
    signal?.addEventListener('abort', () => this.end(call, call.last), { once: true });
    if (signal?.aborted === true) this.end(call, call.last);
    return answer.promise;
  }

  serve(handOuts: readonly HandOut[]): void {
    for (const call of [...this.calls]) {
      const handOut = handOuts.find(({ waiter }) => waiter === call.waiter);
      if (handOut !== undefined) this.end(call, handOut.answer);
    }
  }

  /** Answers all that still wait: nothing more will come from here. */
  dispose(): void {
    for (const call of [...this.calls]) this.end(call, call.last);
  }

  private end(call: Call, answer: NextAnswer): void {
    if (!this.calls.delete(call)) return;
    call.timer.dispose();
    call.answer.resolve(answer);
  }
}

import { Emitter } from '../base/emitter.ts';
import type { RegisterEvent } from '../core/events.ts';
import type { WorkerId } from '../core/model/ids.ts';
import type { ProcessRef } from '../core/model/lease.ts';

/** What a worker's agent says of itself, by its hooks: the only words by which it is known to wait for a prompt. */
export type TurnNotice = 'turn_ended' | 'prompt' | 'permission' | 'session_ended';

/** A process above the one that gave the notice. */
export interface NoticeProcess extends ProcessRef {
  /** A terminal's shell, which reads from a person: never the agent itself. */
  readonly isShell: boolean;
}

export interface WorkerTurn {
  /** `call`: it has called since its turn ended, so is in one. `typed`: a transport has typed a prompt since. */
  readonly word: TurnNotice | 'call' | 'typed';
  /** Above the process that gave the last notice, nearest first; none where its numbers mean nothing here. */
  readonly processes: readonly NoticeProcess[];
  /** When that notice came, epoch milliseconds. */
  readonly at: number;
}

/** A worker that does this is in a turn; a renewal may come from a process beside it. */
const turnEvents = new Set<RegisterEvent['type']>([
  'LeaseAcknowledged',
  'LeaseCompleted',
  'LeaseCheckpointed',
  'LeaseStopped',
  'TurnReported',
  'QuestionAsked',
]);

/**
 * Where each worker's agent is in its turns, as its hooks and calls tell. Only in memory, and on purpose: while no
 * coordinator ran, hooks could not be heard, so after a start nothing is known until the next one.
 */
export class WorkerTurns {
  private readonly byWorker = new Map<WorkerId, WorkerTurn>();
  private readonly places = new Map<WorkerId, readonly NoticeProcess[]>();
  private readonly changed: Emitter<WorkerId>;
  private readonly now: () => number;

  /** @param now epoch milliseconds */
  constructor(onError: (error: unknown) => void, now: () => number) {
    this.changed = new Emitter(onError);
    this.now = now;
  }

  get onChange() {
    return this.changed.event;
  }

  /** Null: nothing has been heard. */
  of(worker: WorkerId): WorkerTurn | null {
    return this.byWorker.get(worker) ?? null;
  }

  /** Above the process of the worker's last call or notice, nearest first: by them its terminal is known. */
  placeOf(worker: WorkerId): readonly NoticeProcess[] {
    return this.places.get(worker) ?? [];
  }

  notice(worker: WorkerId, word: TurnNotice, processes: readonly NoticeProcess[]): void {
    this.byWorker.set(worker, { word, processes, at: this.now() });
    this.calledFrom(worker, processes);
    this.changed.fire(worker);
  }

  /** A worker has called; a call from where numbers mean nothing here tells no place. */
  calledFrom(worker: WorkerId, processes: readonly NoticeProcess[]): void {
    if (processes.length > 0) this.places.set(worker, processes);
  }

  /** A prompt has been typed for it: no second one before its turn has ended. */
  typed(worker: WorkerId): void {
    this.endWait(worker, 'typed');
  }

  /** What workers did, as it is confirmed. */
  follow(events: readonly RegisterEvent[]): void {
    for (const { type, about, actor } of events) {
      if (about.worker !== null && actor.surface === 'worker' && turnEvents.has(type))
        this.endWait(about.worker, 'call');
    }
  }

  private endWait(worker: WorkerId, word: 'call' | 'typed'): void {
    const turn = this.byWorker.get(worker);
    if (turn?.word === 'turn_ended') this.byWorker.set(worker, { ...turn, word });
  }
}

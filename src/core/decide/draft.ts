import type { Context } from '../context.ts';
import type { About, Actor, EventData, EventType, RegisterEvent } from '../events.ts';
import { evolve } from '../evolve/evolve.ts';
import type { LeaseId, ReceiptId, RequestId, TaskId, WorkerId } from '../model/ids.ts';
import type { Holder, Lease } from '../model/lease.ts';
import { fork, type MutableState, type State } from '../model/state.ts';

/** The event is about what its data names, and nothing else. */
const noOthers: Partial<About> = {};

/**
 * The events that one command makes, and the state as they leave it: later steps of the same command see the earlier
 * ones, the register's own state stays untouched until they are appended.
 */
export class Draft {
  readonly events: RegisterEvent[] = [];
  readonly state: State;
  readonly context: Context;
  readonly actor: Actor;
  private readonly own: MutableState;
  private readonly requestId: RequestId | null;

  constructor(base: State, context: Context, actor: Actor, requestId: RequestId | null) {
    this.own = fork(base);
    this.state = this.own;
    this.context = context;
    this.actor = actor;
    this.requestId = requestId;
  }

  get now(): number {
    return this.context.now;
  }

  emit<T extends EventType>(type: T, data: EventData[T], about: Partial<About> = noOthers): void {
    const event = {
      position: this.own.position + 1,
      id: this.context.newId('event'),
      type,
      version: 1,
      at: this.now,
      actor: this.actor,
      requestId: this.requestId,
      about: this.aboutOf(about === noOthers ? data : { ...data, ...about }),
      data,
    } as unknown as RegisterEvent;
    evolve(this.own, event);
    this.events.push(event);
  }

  receipt(): ReceiptId {
    return this.context.newId('receipt');
  }

  lease(id: LeaseId): Lease | undefined {
    return this.state.live.get(id) ?? this.state.closed.get(id);
  }

  private aboutOf(data: object): About {
    const named = data as {
      leaseId?: LeaseId;
      taskId?: TaskId;
      worker?: WorkerId | null;
      holder?: Holder;
      task?: { id: TaskId };
    };
    const leaseId = named.leaseId ?? null;
    const lease = leaseId === null ? undefined : this.lease(leaseId);
    return {
      leaseId,
      taskId: named.taskId ?? named.task?.id ?? lease?.taskId ?? null,
      worker: named.worker ?? workerIn(named.holder) ?? (lease === undefined ? null : workerNamedBy(lease)),
    };
  }
}

function workerNamedBy(lease: Lease): WorkerId | null {
  if ('worker' in lease) return lease.worker;
  return ('holder' in lease ? workerIn(lease.holder) : null) ?? lease.lastWorker;
}

const workerIn = (holder: Holder | null | undefined): WorkerId | null =>
  holder?.kind === 'worker' ? holder.worker : null;

import type { EventType, RegisterEvent } from '../../../../src/core/events.ts';
import type { LeaseState } from '../../../../src/core/model/lease.ts';
import type { State } from '../../../../src/core/model/state.ts';
import { isActive, isFinal, type Model, type Row, workerOf } from '../model.ts';
import { must, type Rule } from '../rule.ts';

const states: Readonly<Partial<Record<EventType, LeaseState>>> = {
  LeaseWaited: 'waiting',
  LeaseQueued: 'pending',
  LeaseOffered: 'offered',
  LeaseBackedOff: 'backoff',
  LeaseAcknowledged: 'acknowledged',
  LeaseCompleted: 'completed',
  LeaseCheckpointed: 'checkpointed',
  LeaseStopped: 'stopped',
};

/** The state that a lease is in after the event; undefined: the event moves no lease. */
export const stateAfter = (event: RegisterEvent): LeaseState | undefined => states[event.type];

const leaseIdOf = (event: RegisterEvent): string => (event.data as { leaseId: string }).leaseId;

/** Behaviour 2's table; a state may be entered again with another reason, or by another holder. */
const leavesTo: Readonly<Record<LeaseState, readonly LeaseState[]>> = {
  waiting: ['waiting', 'pending', 'stopped'],
  pending: ['pending', 'offered', 'acknowledged', 'waiting', 'stopped'],
  offered: ['acknowledged', 'backoff', 'pending', 'stopped'],
  backoff: ['offered', 'acknowledged', 'pending', 'stopped'],
  acknowledged: ['acknowledged', 'completed', 'checkpointed', 'stopped'],
  completed: [],
  checkpointed: [],
  stopped: [],
};

const oneWriter: Rule = {
  name: 'C6: at most one active lease per scope and per worker',
  onEvent: (model, event) => {
    if (event.type !== 'LeaseOffered' && event.type !== 'LeaseAcknowledged') return;
    const row = model.row(event.data.leaseId);
    const { data } = event;
    const worker = 'worker' in data ? data.worker : data.holder.kind === 'worker' ? data.holder.worker : null;
    for (const other of model.live()) {
      if (other === row || !isActive(other)) continue;
      must(other.repo !== row.repo, () => `${row.id} and ${other.id} are both active in ${row.repo}`);
      must(worker === null || workerOf(other) !== worker, () => `${worker} has ${row.id} and ${other.id}`);
    }
  },
  onEnd: (model, _step, state) => {
    const active = model.live().filter(isActive);
    const busy = active.filter((row) => workerOf(row) !== null);
    same(state.activeByRepo, new Map(active.map((row) => [row.repo, row.id])), 'active by repo');
    same(state.activeByWorker, new Map(busy.map((row) => [workerOf(row)!, row.id])), 'active by worker');
    same(state.liveByTask, new Map(model.live().map((row) => [row.task, row.id])), 'live by task');
    const last = new Map([...model.rows.values()].map((row) => [row.task, row.id]));
    same(state.lastByTask, last, 'last by task');
  },
};

function same(
  table: { readonly size: number; get(key: never): string | undefined },
  counted: ReadonlyMap<string, string>,
  what: string,
): void {
  const get = (key: string): string | undefined => table.get(key as never);
  must(
    table.size === counted.size,
    () => `${what}: the index has ${table.size}, a recount gives ${counted.size}`,
  );
  for (const [key, id] of counted) {
    must(get(key) === id, () => `${what}: the index has ${String(get(key))} for ${key}, a recount ${id}`);
  }
}

const epochsGrow: Rule = {
  name: 'C12: epochs only grow and none is used twice',
  onEvent: (model, event) => {
    if (event.type !== 'LeaseAcknowledged') return;
    const { epoch } = event.data;
    const [counter] = epoch.split('.');
    must(!model.epochs.includes(epoch), () => `epoch ${epoch} is used again`);
    must(Number(counter) > model.lastEpoch, () => `epoch ${epoch} follows ${model.lastEpoch}`);
  },
};

const finalStays: Rule = {
  name: 'Behaviour 2: final states are final, and only the allowed moves are made',
  onEvent: (model, event) => {
    const to = stateAfter(event);
    if (to === undefined) return;
    const row = model.row(leaseIdOf(event));
    must(!isFinal(row), () => `${row.id} is ${row.state} and then ${to}`);
    must(leavesTo[row.state].includes(to), () => `${row.id} goes from ${row.state} to ${to}`);
  },
  onEnd: (model, _step, state) => {
    for (const row of model.rows.values()) {
      const lease = state.live.get(row.id as never) ?? state.closed.get(row.id as never);
      must(lease?.state === row.state, () => `${row.id} is ${lease?.state ?? 'gone'}, not ${row.state}`);
      must(isFinal(row) === state.closed.has(row.id as never), () => `${row.id} is among the wrong leases`);
      must(!(isFinal(row) && state.live.has(row.id as never)), () => `${row.id} is closed and live`);
    }
  },
};

const oneLiveLease: Rule = {
  name: 'C5: a task has at most one live lease',
  onEvent: (model, event) => {
    if (event.type !== 'LeaseCreated') return;
    const other = model.live().find((row) => row.task === event.data.taskId);
    must(other === undefined, () => `task ${event.data.taskId} has a second live lease beside ${other!.id}`);
    must(!model.rows.has(event.data.leaseId), () => `lease id ${event.data.leaseId} is used again`);
  },
};

const frozenText: Rule = {
  name: 'C9: lease id, prompt and message id never change',
  onEvent: (model, event) => {
    if (event.type !== 'LeaseCreated') return;
    const { leaseId, prompt, messageId } = event.data;
    must(prompt.startsWith(`Signalbox lease ${leaseId}: `), () => `prompt of ${leaseId}: ${prompt}`);
    must(!prompt.includes('private body'), () => `the prompt of ${leaseId} has a message's body`);
    const twin = [...model.rows.values()].find((row) => row.message === messageId);
    must(twin === undefined, () => `${leaseId} has the message of ${twin!.id}`);
  },
  onEnd: (model, _step, state) => {
    for (const row of model.rows.values()) {
      const lease = leaseIn(state, row);
      must(
        lease.id === row.id && lease.prompt === row.prompt && lease.messageId === row.message,
        () => `${row.id} has another prompt or message now`,
      );
    }
  },
};

const leaseIn = (state: State, row: Row) =>
  (state.live.get(row.id as never) ?? state.closed.get(row.id as never))!;

const receiptKeys = [
  ...['id', 'leaseId', 'triggerId', 'source', 'externalId', 'repo'],
  ...['state', 'reason', 'attempt', 'transportState', 'at'],
].sort();

const receipts: Rule = {
  name: 'C18: each change of state has one receipt, of the allowed fields only',
  onEvent: (model, event) => {
    if (event.type === 'LeaseCreated') return;
    const to = stateAfter(event);
    if (to === undefined) return;
    const row = model.row(leaseIdOf(event));
    const { receiptId } = event.data as { receiptId: string | null };
    must((receiptId !== null) === (row.state !== to), () => `${row.state} -> ${to} has ${String(receiptId)}`);
  },
  onEnd: (model, { outcome }, state) => {
    for (const event of outcome.events) {
      const receiptId = 'receiptId' in event.data ? event.data.receiptId : null;
      if (receiptId === null) continue;
      const receipt = state.outbox.get(receiptId);
      must(receipt !== undefined, () => `${event.type} left no receipt`);
      const row = model.row(leaseIdOf(event));
      const to = stateAfter(event) ?? 'waiting';
      must(
        JSON.stringify(Object.keys(receipt).sort()) === JSON.stringify(receiptKeys),
        () => `receipt with ${Object.keys(receipt).join()}`,
      );
      must(receipt.state === to && receipt.leaseId === row.id, () => `receipt ${JSON.stringify(receipt)}`);
      const told = row.task === `${receipt.source}/${receipt.externalId}`;
      must(told && receipt.repo === row.repo, () => `receipt for another task: ${JSON.stringify(receipt)}`);
      must(!JSON.stringify(receipt).includes('private'), () => `text in receipt ${JSON.stringify(receipt)}`);
    }
  },
};

export const leaseRules: readonly Rule[] = [
  oneWriter,
  epochsGrow,
  finalStays,
  oneLiveLease,
  frozenText,
  receipts,
];

/** Whether the event gives the lease out for the first time in this holding: an offer, or a hand-out without one. */
export const givesOut = (model: Model, event: RegisterEvent): Row | null => {
  if (event.type === 'LeaseOffered') return model.row(event.data.leaseId);
  if (event.type !== 'LeaseAcknowledged') return null;
  return model.row(event.data.leaseId);
};

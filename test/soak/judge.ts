import type { EventView } from '../../src/protocol/views.ts';
import type { ReferenceHub } from '../hub/referenceHub.ts';

/** What the register says of the run, and where it is not as it has to be. */
export interface Verdict {
  readonly leases: number;
  readonly completed: number;
  readonly checkpointed: number;
  readonly lost: number;
  readonly offers: number;
  readonly receipts: number;
  readonly receiptsRepeated: number;
  readonly coordinators: number;
  /** One sentence each; none: all is well. */
  readonly faults: readonly string[];
}

/** States of a lease in which it has its scope for itself (C6). */
const moves: Readonly<Record<string, 'active' | 'idle'>> = {
  LeaseCreated: 'idle',
  LeaseWaited: 'idle',
  LeaseQueued: 'idle',
  LeaseOffered: 'active',
  LeaseBackedOff: 'active',
  LeaseAcknowledged: 'active',
  LeaseCompleted: 'idle',
  LeaseCheckpointed: 'idle',
  LeaseStopped: 'idle',
};

const textOf = (event: EventView, key: string): string | null => {
  const value = event.data[key];
  return typeof value === 'string' ? value : null;
};

/** Goes through the whole history, event by event. */
export function judge(events: readonly EventView[], tasks: readonly string[], hub: ReferenceHub): Verdict {
  const faults: string[] = [...twoInAScope(events), ...notCompletedOnce(events, tasks)];
  const receipts = new Set(events.flatMap((event) => textOf(event, 'receipt_id') ?? []));
  const arrived = new Set(hub.receipts.all().map(({ id }) => id));
  for (const id of receipts) if (!arrived.has(id)) faults.push(`the receipt ${id} never reached the hub`);
  for (const id of arrived) if (!receipts.has(id)) faults.push(`the hub has a receipt ${id} of nobody`);
  if (hub.receipts.all().length !== arrived.size) faults.push('the hub has a receipt twice');
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  return {
    leases: count('LeaseCreated'),
    completed: count('LeaseCompleted'),
    checkpointed: count('LeaseCheckpointed'),
    lost: events.filter(({ type, data }) => type === 'LeaseStopped' && data['reason'] === 'holder_lost')
      .length,
    offers: count('LeaseOffered'),
    receipts: receipts.size,
    receiptsRepeated: [...receipts].filter((id) => hub.receipts.timesOf(id) > 1).length,
    coordinators: count('CoordinatorStarted'),
    faults,
  };
}

/** C6: at no position of the history are two leases of one scope active. */
function* twoInAScope(events: readonly EventView[]): Iterable<string> {
  const repoOf = new Map<string, string>();
  const activeIn = new Map<string, string>();
  for (const event of events) {
    const move = moves[event.type];
    const lease = event.lease_id;
    if (move === undefined || lease === null) continue;
    if (event.type === 'LeaseCreated') repoOf.set(lease, textOf(event, 'repo') ?? '');
    const repo = repoOf.get(lease) ?? '';
    const holder = activeIn.get(repo);
    if (move === 'active') {
      if (holder !== undefined && holder !== lease) {
        yield `at position ${event.position} the leases ${holder} and ${lease} are both active in ${repo}`;
      }
      activeIn.set(repo, lease);
    } else if (holder === lease) activeIn.delete(repo);
  }
}

function* notCompletedOnce(events: readonly EventView[], tasks: readonly string[]): Iterable<string> {
  const taskOf = new Map<string, string>();
  const completions = new Map<string, number>();
  for (const { type, lease_id: lease, task_id: task } of events) {
    if (lease === null) continue;
    if (type === 'LeaseCreated') taskOf.set(lease, task ?? '');
    if (type !== 'LeaseCompleted') continue;
    const done = taskOf.get(lease) ?? '';
    completions.set(done, (completions.get(done) ?? 0) + 1);
  }
  for (const task of tasks) {
    const times = completions.get(`hub/${task}`) ?? 0;
    if (times !== 1) yield `the task ${task} was completed ${times} times`;
  }
}

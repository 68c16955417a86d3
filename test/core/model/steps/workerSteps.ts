import type { CallerIdentity, LeaseCall } from '../../../../src/core/commands.ts';
import type { HumanInput } from '../../../../src/core/model/snapshot.ts';
import type { WorkerId } from '../../../../src/core/model/ids.ts';
import { worker as actorOf } from '../../../kit/coreWorld.ts';
import type { Action } from '../actions.ts';
import { isFinal, type Model, type Row, workerOf } from '../model.ts';
import { aim, pick } from './pick.ts';
import type { Planned, Steps, World } from './step.ts';

const workers = ['alpha', 'beta', 'gamma', 'delta', 'eve'];
const repos = ['red', 'blue', 'green'];

/** One of a few ways in which a worker may be running: with a session, a process, both or neither. */
function callerOf(worker: string, index: number): CallerIdentity {
  const pid = (workers.indexOf(worker) + 1) * 100 + (index % 4);
  const process = { pid, startedAt: 1 };
  const session = `${worker}-session-${String(index % 4)}`;
  return [{ session, process }, { process }, {}, { session }][index % 4]!;
}

const withWhom = (row: Row): string => {
  if (isFinal(row)) return row.holder?.kind === 'worker' ? row.holder.worker : (row.worker ?? row.repo);
  return workerOf(row) ?? row.worker ?? row.repo;
};

/** A call on a lease: mostly its holder's own, at times with an old epoch or none, of another worker, by task. */
function callOn(model: Model, row: Row, { b, d }: Action): LeaseCall & { worker: string } {
  const epoch = b % 8 === 0 ? pick(model.epochs, d) : b % 8 === 1 ? undefined : (row.epoch ?? undefined);
  const worker = b % 16 === 2 ? pick(workers, d)! : withWhom(row);
  return {
    ...(b % 16 === 5 ? { task: row.task } : { lease: row.id }),
    worker,
    ...(epoch === undefined ? {} : { epoch }),
    ...(b % 16 === 3 ? { repo: pick(repos, d)! } : {}),
  };
}

const isHeld = (row: Row): boolean => row.state === 'acknowledged' && row.holder?.kind === 'worker';

/** A command by the holder of a lease, with what the kind of call adds. */
const byHolder =
  (
    type: string,
    own: (world: World, row: Row, action: Action) => object,
    isWanted: (row: Row) => boolean = isHeld,
  ) =>
  (world: World, action: Action): Planned => {
    const row = aim(world.model, action.a, isWanted);
    if (row === undefined) return `no lease to ${type}`;
    const call = callOn(world.model, row, action);
    const params = { ...call, ...own(world, row, action) };
    return { type, params, actor: actorOf(call.worker) } as unknown as Planned;
  };

const checkpointOf = (index: number): unknown => {
  if (index % 8 === 7) return ['private'];
  const blocked = index % 4 === 0 ? { blocked_reason: 'private wait' } : {};
  return { summary: 'private summary', files_changed: ['private.ts'], ...blocked };
};

function turnOf({ model, outside }: World, row: Row, { c, d }: Action): object {
  const verdicts = ['continue', 'continue', 'continue', 'prepare_handoff', 'rotate_now', 'refuse', 'later'];
  const own = [...model.decisions.values()].filter(({ task }) => task === row.task).map(({ id }) => id);
  const shown = [[], own, own.slice(0, 1), [...own.slice(-1), 'decision-0']][d % 4];
  const usage = d % 8 === 7 ? { context_used: 70 + c, context_limit: 100 } : undefined;
  return { verdict: pick(verdicts, c < 16 ? 0 : c), shown, usage, reconciled: reconcileOf(outside, row, c) };
}

function reconcileOf(outside: World['outside'], row: Row, index: number): HumanInput | null {
  if (index % 4 === 0) return null;
  if (index % 4 === 1) return { decisions: [] };
  if (index % 4 === 2) return { decisions: [{ external_id: `x${index % 3}`, value: 'private word' }] };
  const found = outside.taskAt(row.task);
  if (found === undefined) return { decisions: [] };
  // Somebody changed it between two looks of the tick.
  if (index === 11) found.status = 'cancel';
  if (index === 19) found.action_classes = ['network'];
  const { isAbsent: _, ...task } = found;
  return { decisions: [], task: structuredClone(task) };
}

const mayRearm = (row: Row): boolean =>
  row.state === 'stopped' &&
  row.epoch !== null &&
  ['holder_lost', 'released', 'failed'].includes(row.reason ?? '');

export const workerSteps = {
  ack: ({ model }, { a, b, c, d }) => {
    const row = aim(model, a, ({ state }) => state === 'offered');
    if (row === undefined) return 'nothing to acknowledge';
    const worker = b % 8 === 0 ? pick(workers, d)! : withWhom(row);
    const ttl = d % 4 === 0 ? { ttl_ms: 60_000 } : d % 16 === 1 ? { ttl_ms: 5 } : {};
    const params = { lease: row.id, worker, ...callerOf(worker, c), ...ttl };
    return { type: 'lease.ack', params, actor: actorOf(worker) };
  },
  next: ({ model }, { a, b, c, d }) => {
    const worker = pick(workers, a)!;
    const repo = worker === 'eve' ? 'red' : b % 4 === 0 ? pick(repos, d) : undefined;
    const task = b % 8 === 1 ? pick(model.live(), d)?.task : undefined;
    const params = {
      worker,
      ...callerOf(worker, c),
      ...(repo === undefined ? {} : { repo }),
      ...(task === undefined ? {} : { task }),
    };
    return { type: 'lease.next', params, actor: actorOf(worker) };
  },
  wait: (world, { a, b, c }) => {
    const worker = pick(['gamma', 'delta', 'eve'], a)!;
    const { session = null, process = null } = callerOf(worker, c);
    const ttlMs = b % 4 === 0 ? 60_000 : null;
    world.wait({ worker: worker as WorkerId, session, process, repo: null, taskId: null, ttlMs });
    return `${worker} waits`;
  },
  register: (_world, { a, b }) => {
    const worker = pick(['eve', 'fay'], a)!;
    const params = { worker, ...(b % 4 === 0 ? {} : { repo: pick(repos, b)! }) };
    return { type: 'worker.register', params, actor: actorOf(worker) };
  },
  renew: byHolder('lease.renew', () => ({})),
  turn: byHolder('lease.turn', turnOf),
  checkpoint: byHolder('lease.checkpoint', (_, _row, { c }) => ({ checkpoint: checkpointOf(c) })),
  complete: byHolder('lease.complete', (_, _row, { c }) =>
    c % 2 === 0 ? { checkpoint: checkpointOf(c) } : {},
  ),
  fail: byHolder('lease.fail', (_, _row, { c }) => ({ reason: 'private reason', retryable: c % 4 !== 0 })),
  release: byHolder('lease.release', () => ({})),
  rearm: byHolder('lease.rearm', (_, row, { c }) => callerOf(withWhom(row), c), mayRearm),
  ask: byHolder('question.ask', (_, _row, { c }) => ({
    text: 'private question',
    ...(c % 2 === 0 ? { options: ['yes', 'no'] } : {}),
  })),
} satisfies Steps;

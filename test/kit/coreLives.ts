import type { Grant } from '../../src/core/commands.ts';
import type { LeaseId } from '../../src/core/model/ids.ts';
import type { Acknowledged, Lease, ProcessRef } from '../../src/core/model/lease.ts';
import type { Snapshot } from '../../src/core/model/snapshot.ts';
import { type CoreWorld, worker } from './coreWorld.ts';
import { snapshotOf } from './snapshots.ts';

export interface Caller {
  readonly session?: string;
  readonly process?: ProcessRef;
}

/** What every later call of the holder carries. */
export interface HeldCall {
  readonly lease: LeaseId;
  readonly epoch: string;
  readonly worker: string;
}

export const terminal: ProcessRef = { pid: 100, startedAt: 1 };
export const otherTerminal: ProcessRef = { pid: 200, startedAt: 2 };

/** Ticks; answers the newest lease that is offered. */
export function offered(world: CoreWorld, snapshot: Snapshot = snapshotOf()): Lease {
  world.tick(snapshot);
  const lease = world.leases().findLast(({ state }) => state === 'offered');
  if (lease === undefined) throw new Error('no lease is offered');
  return lease;
}

/** The lease offered in a tick, acknowledged by `demo`. */
export function held(world: CoreWorld, caller: Caller & { ttl_ms?: number } = {}): HeldCall {
  const { id } = offered(world);
  return callOf(world.ok('lease.ack', { lease: id, worker: 'demo', ...caller }, { actor: worker() }));
}

export const callOf = ({ lease, epoch }: Grant, name = 'demo'): HeldCall => ({
  lease: lease.id,
  epoch,
  worker: name,
});

/** The lease as it is now. */
export function leaseNow(world: CoreWorld, { lease }: { readonly lease: string }): Lease {
  const found = world.leases().find(({ id }) => id === lease);
  if (found === undefined) throw new Error(`there is no lease ${lease}`);
  return found;
}

export function heldNow(world: CoreWorld, call: { readonly lease: string }): Acknowledged {
  const lease = leaseNow(world, call);
  if (lease.state !== 'acknowledged') throw new Error(`the lease is ${lease.state}, not acknowledged`);
  return lease;
}

/** The lease that goes on from this one. */
export function nextOf(world: CoreWorld, call: { readonly lease: string }): Lease {
  const ended = leaseNow(world, call);
  const next = 'next' in ended ? ended.next : null;
  if (next === null) throw new Error(`nothing goes on from lease ${call.lease}`);
  return leaseNow(world, { lease: next });
}

/** State and reason of a lease, for whole comparison. */
export const standing = (lease: Lease): [string, string | null] => [
  lease.state,
  'reason' in lease ? lease.reason : null,
];

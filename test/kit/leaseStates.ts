import type { Lease } from '../../src/core/model/lease.ts';
import type { CoreWorld } from './coreWorld.ts';

/** State and, where there is one, reason of a lease: `pending scope_taken`. */
export const stateText = (lease: Lease): string =>
  'reason' in lease ? `${lease.state} ${lease.reason}` : lease.state;

/** Of all leases in order of creation. */
export const states = (world: CoreWorld): string[] => world.leases().map(stateText);

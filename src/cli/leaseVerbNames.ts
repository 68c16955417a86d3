/** What a worker calls again and again while it has a lease: `dist/lease.cjs` holds these verbs and no others. */
const leaseVerbNames = {
  ack: true,
  renew: true,
  turn: true,
  checkpoint: true,
  complete: true,
  fail: true,
  release: true,
  rearm: true,
  prompt: true,
} as const;

export type LeaseVerbName = keyof typeof leaseVerbNames;

export const isLeaseVerb = (name: string): boolean => Object.hasOwn(leaseVerbNames, name);

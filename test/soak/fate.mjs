// What becomes of a lease is settled by its id, and whether its holder dies by its epoch too: who takes it again may live.
import { createHash } from 'node:crypto';

/** 0 to 2^32 - 1. */
const numberOf = (leaseId, salt) =>
  createHash('sha256').update(`${salt}:${leaseId}`).digest().readUInt32BE(0);

/**
 * @param epoch counter of the epoch under which it is held
 * @returns `die`, `checkpoint` or `complete`, and how long the work takes, in ms
 */
export function fateOf(leaseId, epoch, { killedEach, checkpointedEach, workMs: [least, most] }) {
  const isKilled = numberOf(leaseId, `kill ${epoch}`) % killedEach === 0;
  const isHandedOver = numberOf(leaseId, 'checkpoint') % checkpointedEach === 0;
  const end = isKilled ? 'die' : isHandedOver ? 'checkpoint' : 'complete';
  return { end, workMs: least + (numberOf(leaseId, 'work') % (most - least)) };
}

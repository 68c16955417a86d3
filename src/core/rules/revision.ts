import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Revision, TaskId } from '../model/ids.ts';
import type { TaskFacts } from '../model/task.ts';

/**
 * What makes a task new work (C5): title, plan, gate fields, action classes and generation; never status or updated_at.
 * 128 bits of SHA-256 in hex.
 */
export function revisionOf(facts: TaskFacts, generation: number): Revision {
  const parts = [
    facts.title,
    facts.plan,
    facts.needsHuman,
    facts.interventionNote,
    facts.blockingReason,
    [...facts.actionClasses].sort(),
    generation,
  ];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32) as Revision;
}

/** Key of the index from (task, revision) to its trigger. */
export const revisionKey = (taskId: TaskId, revision: Revision): string => `${taskId} ${revision}`;

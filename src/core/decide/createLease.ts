import { known } from '../evolve/known.ts';
import type { LeaseId, QuestionId, TriggerId, WorkerId } from '../model/ids.ts';
import type { LeaseSource, LiveLease } from '../model/lease.ts';
import type { TaskRecord } from '../model/task.ts';
import { promptFor } from '../rules/prompt.ts';
import { revisionKey } from '../rules/revision.ts';
import type { Draft } from './draft.ts';

/** What is particular to a new lease; the rest follows from its task. */
export interface NewLease {
  readonly source?: LeaseSource;
  readonly sourceId?: string;
  readonly triggerId?: TriggerId;
  readonly parent?: LeaseId | null;
  readonly rank?: number;
  readonly continuation?: number;
  readonly preferred?: { readonly worker: WorkerId; readonly untilAt: number } | null;
  readonly notTo?: readonly WorkerId[];
  readonly isDirty?: boolean;
  readonly blockedBy?: QuestionId | null;
  readonly reserves?: boolean;
}

/** Makes the row of a lease, in state `waiting`; the queue is judged after it. Its prompt is frozen here (C9). */
export function createLease(draft: Draft, task: TaskRecord, own: NewLease = {}): LiveLease {
  const { facts, revision } = task;
  const leaseId = draft.context.newId('lease');
  const parent = own.parent ?? null;
  const fired = draft.state.triggersByRevision.get(revisionKey(facts.id, revision));
  draft.emit('LeaseCreated', {
    leaseId,
    triggerId: own.triggerId ?? fired ?? draft.context.newId('trigger'),
    source: own.source ?? facts.kind,
    sourceId: own.sourceId ?? facts.externalId,
    taskId: facts.id,
    revision,
    repo: facts.repo,
    prompt: promptFor(leaseId, facts, parent),
    messageId: draft.context.newId('message'),
    parent,
    rank: own.rank ?? draft.state.lastRank + 1,
    continuation: own.continuation ?? 0,
    onlyWorker: facts.toWorker,
    preferred: own.preferred ?? null,
    notTo: own.notTo ?? [],
    isDirty: own.isDirty ?? false,
    blockedBy: own.blockedBy ?? null,
    reserves: own.reserves ?? false,
    receiptId: draft.receipt(),
  });
  return known(draft.state.live.get(leaseId), 'live lease', leaseId);
}

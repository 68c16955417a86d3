import type { Brand } from '../../base/brand.ts';

/** `<source>/<external id>`, a message: `<source>/message/<id>` (behaviour 1). */
export type TaskId = Brand<'TaskId'>;
/** `<source>/<plan's id at its source>`. */
export type PlanId = Brand<'PlanId'>;
export type SourceName = Brand<'SourceName'>;
export type RepoSlug = Brand<'RepoSlug'>;
export type WorkerId = Brand<'WorkerId'>;
export type LeaseId = Brand<'LeaseId'>;
export type TriggerId = Brand<'TriggerId'>;
export type MessageId = Brand<'MessageId'>;
export type QuestionId = Brand<'QuestionId'>;
export type DecisionId = Brand<'DecisionId'>;
export type ReceiptId = Brand<'ReceiptId'>;
export type RequestId = Brand<'RequestId'>;
export type EventId = Brand<'EventId'>;
/** Hash of all that makes a task new work (C5). */
export type Revision = Brand<'Revision'>;
/** Fencing token `<counter>.<random>` (C12). */
export type Epoch = Brand<'Epoch'>;
/** Who a decision was shown to: the agent session named at ack, else the lease's first epoch (T3). */
export type SessionKey = Brand<'SessionKey'>;

/** What `newId` can make: all are UUIDv7, so they sort by time. */
export interface IdKinds {
  lease: LeaseId;
  trigger: TriggerId;
  message: MessageId;
  question: QuestionId;
  decision: DecisionId;
  receipt: ReceiptId;
  event: EventId;
}
export type NewId = <K extends keyof IdKinds>(kind: K) => IdKinds[K];

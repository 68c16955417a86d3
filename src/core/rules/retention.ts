import type { EventType, RegisterEvent } from '../events.ts';
import type { LeaseId } from '../model/ids.ts';

/**
 * For so long after its end a chain of leases stays in the register; longer than any request id can be repeated (W2), so
 * that no answer which a repeat could ask for is moved away.
 */
export const retentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * What moves to the archive with its lease. All others stay: they say something of tasks, decisions, scopes or workers
 * that outlives the lease. What these did beyond their lease is in its `LeaseArchived`; a test holds them to that.
 */
export const movedTypes: readonly EventType[] = [
  'LeaseCreated',
  'LeaseWaited',
  'LeaseQueued',
  'LeaseOffered',
  'TransportReported',
  'LeaseBackedOff',
  'LeaseAcknowledged',
  'LeaseRenewed',
  'LeaseWentQuiet',
  'LeaseCompleted',
  'LeaseCheckpointed',
  'LeaseStopped',
  'LeaseMoved',
  'LeaseContinued',
  'LeaseSendRequested',
  'LateResultQuarantined',
  'TurnReported',
  'QuestionAsked',
  'QuestionRebound',
  'QuestionClosed',
];
const moved: ReadonlySet<EventType> = new Set(movedTypes);

/** Whether an event goes to the archive when these leases do, at the time of their `LeaseArchived`. */
export function isMoved(event: RegisterEvent, archived: ReadonlySet<LeaseId>, archivedAt: number): boolean {
  const { leaseId } = event.about;
  if (event.type === 'RequestAccepted') return event.at <= archivedAt - retentionMs;
  return leaseId !== null && archived.has(leaseId) && moved.has(event.type);
}

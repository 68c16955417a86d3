import type { EventType, RegisterEvent } from '../core/events.ts';

/** Events after which something may be free, ready or over that was not, or is kept back: worth a tick at once (C4). */
const changes = new Set<EventType>([
  'TaskObserved',
  'TaskReopened',
  'TitleGateCleared',
  'LeaseCompleted',
  'LeaseCheckpointed',
  'LeaseStopped',
  'LeaseMoved',
  'LeaseContinued',
  'ScopePaused',
  'ScopeResumed',
  'ScopeTaken',
  'ScopeReleased',
  'ScopeDrained',
  'WorkerRegistered',
  'WorkerHeard',
  'DecisionRecorded',
  'QuestionClosed',
  'ConfigurationConfirmed',
]);

/** What a tick itself did is no reason for another, except an end, which may free a scope for the next. */
export const isKnownChange = (event: RegisterEvent): boolean =>
  changes.has(event.type) && (event.actor.surface !== 'system' || event.type === 'LeaseStopped');

import type { LeaseView } from '../../protocol/views.ts';
import type { L10n } from '../l10n.ts';
import type { LeaseCommand } from './leaseRules.ts';

export interface PickTexts {
  readonly question: string;
  /** Said when there is nothing to choose from. */
  readonly none: string;
}

/** What a person is asked before something that can't be taken back. */
export interface Confirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
  /** In place of VS Code's own Cancel, where that could be taken for the thing itself. */
  readonly leave?: string;
}

/** How a command asks which lease, or task, it is for. */
export const pickTexts = (l10n: L10n, command: LeaseCommand): PickTexts => ({
  question: questionOf(l10n, command),
  none: noneOf(l10n, command),
});

function questionOf(l10n: L10n, command: LeaseCommand): string {
  switch (command) {
    case 'ackLease':
      return l10n.t('Which lease do you take?');
    case 'renewLease':
      return l10n.t('Which lease gets more time?');
    case 'checkpointLease':
      return l10n.t('Which lease do you hand over?');
    case 'completeLease':
      return l10n.t('Which lease is done?');
    case 'failLease':
      return l10n.t('Which lease has failed?');
    case 'releaseLease':
      return l10n.t('Which lease goes back into the queue?');
    case 'stopLease':
      return l10n.t('Which lease do you stop for good?');
    case 'sendOffer':
      return l10n.t('Which lease is offered now?');
    case 'continueDirtyTree':
      return l10n.t('Which lease may go on over uncommitted changes?');
    case 'reopenTask':
      return l10n.t('Which task is worked on again?');
    case 'cancelTask':
      return l10n.t('Which task do you cancel?');
    case 'moveTask':
      return l10n.t('Which task moves in the queue?');
    case 'clearGate':
      return l10n.t('Which gate do you clear?');
    case 'showHistory':
      return l10n.t('Whose history?');
    case 'copyLeaseId':
      return l10n.t('Whose id?');
    case 'revealTerminal':
      return l10n.t('The terminal of which lease?');
  }
}

function noneOf(l10n: L10n, command: LeaseCommand): string {
  switch (command) {
    case 'ackLease':
      return l10n.t('Signalbox: no lease is free to be taken. Add a task, or wait until one is queued.');
    case 'renewLease':
      return l10n.t('Signalbox: no lease is running. Take one, or let a worker take one.');
    case 'checkpointLease':
    case 'completeLease':
    case 'failLease':
    case 'stopLease':
    case 'copyLeaseId':
      return l10n.t('Signalbox: no lease is open. Add a task to get one.');
    case 'releaseLease':
      return l10n.t('Signalbox: nobody has a lease, so there is none to release.');
    case 'sendOffer':
      return l10n.t('Signalbox: no lease is queued. Add a task to get one.');
    case 'continueDirtyTree':
      return l10n.t('Signalbox: no lease waits because of uncommitted changes. Nothing is needed.');
    case 'reopenTask':
      return l10n.t('Signalbox: no task has ended. One that has a lease goes on by itself.');
    case 'cancelTask':
      return l10n.t('Signalbox: no task is open, so there is none to cancel.');
    case 'moveTask':
      return l10n.t('Signalbox: fewer than two tasks are queued, so none can be moved.');
    case 'clearGate':
      return l10n.t('Signalbox: no task is held at a gate. Nothing is needed.');
    case 'showHistory':
      return l10n.t('Signalbox: nothing has happened yet. Add a task to begin.');
    case 'revealTerminal':
      return l10n.t('Signalbox: no worker has a lease now. Start one: Signalbox: Start Worker.');
  }
}

/** What becomes of a worker that works on it; empty: none does. */
function holderSentence(l10n: L10n, lease: LeaseView): string {
  if (lease.state !== 'acknowledged' || lease.worker === null) return '';
  return `${l10n.t(
    '{0} works on it and is told at its next call; what it has changed in its files stays.',
    lease.worker,
  )} `;
}

export const confirmStop = (l10n: L10n, lease: LeaseView): Confirmation => ({
  message: l10n.t('Stop the lease of "{0}"?', lease.title),
  detail:
    holderSentence(l10n, lease) +
    l10n.t('The lease ends for good and nothing goes on from it. Reopen Task makes a new one.'),
  button: l10n.t('Stop Lease'),
});

/** Null: nobody works on it, so taking the offer back loses nothing. */
export function confirmRelease(l10n: L10n, lease: LeaseView): Confirmation | null {
  if (lease.state !== 'acknowledged') return null;
  return {
    message: l10n.t('Release the lease of "{0}"?', lease.title),
    detail:
      holderSentence(l10n, lease) +
      l10n.t('The lease ends, and the task goes back to its place in the queue, for any worker.'),
    button: l10n.t('Release Lease'),
  };
}

export const confirmFail = (l10n: L10n, lease: LeaseView, isRetryable: boolean): Confirmation => ({
  message: l10n.t('End the lease of "{0}" as failed?', lease.title),
  detail:
    holderSentence(l10n, lease) +
    (isRetryable
      ? l10n.t('Another lease of the task is queued, unless its attempts are used up.')
      : l10n.t('Nothing goes on from it. Reopen Task makes a new lease.')),
  button: l10n.t('Fail Lease'),
});

/** @param lease the task's newest; null: it has none. */
export const confirmCancel = (l10n: L10n, title: string, lease: LeaseView | null): Confirmation => ({
  message: l10n.t('Cancel the task "{0}"?', title),
  detail:
    (lease === null ? '' : holderSentence(l10n, lease)) +
    l10n.t('The task stays cancelled, whatever its source says, until Reopen Task.'),
  button: l10n.t('Cancel Task'),
  leave: l10n.t('Keep Task'),
});

/** What has been done, in one sentence. `again`: the lease that goes on from it. */
export function doneText(
  l10n: L10n,
  command:
    | 'ackLease'
    | 'completeLease'
    | 'failLease'
    | 'releaseLease'
    | 'stopLease'
    | 'sendOffer'
    | 'continueDirtyTree'
    | 'checkpointLease',
  { title, worker }: Pick<LeaseView, 'title' | 'worker'>,
): string {
  switch (command) {
    case 'ackLease':
      return l10n.t('"{0}" is yours', title);
    case 'completeLease':
      return l10n.t('"{0}" is completed', title);
    case 'failLease':
      return l10n.t('"{0}" has ended as failed', title);
    case 'releaseLease':
      return l10n.t('"{0}" is queued again', title);
    case 'stopLease':
      return l10n.t('"{0}" is stopped', title);
    case 'sendOffer':
      return l10n.t('"{0}" is offered to {1}', title, worker ?? '');
    case 'continueDirtyTree':
      return l10n.t('"{0}" goes on', title);
    case 'checkpointLease':
      return l10n.t('"{0}" is handed over', title);
  }
}

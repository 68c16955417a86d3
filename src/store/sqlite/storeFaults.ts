import { RegisterFault, type RegisterFaultKind } from '../../coordinator/ports.ts';

const damagedNext =
  '. Nothing was changed; "signalbox doctor" says what can be saved and "signalbox doctor --fix" does it, ' +
  'or go on from a backup with "signalbox restore FILE". Both keep the damaged files.';

/** Its message reaches a person: what is wrong, where, and what to do next. */
export const damaged = (what: string, cause?: unknown): RegisterFault =>
  new RegisterFault('damaged', `${what}${damagedNext}`, { cause });

/** Something that is not of this store, under a name that only its own files have. */
export const foreign = (state: string, name: string, what: string): RegisterFault =>
  new RegisterFault(
    'damaged',
    `${name} ${what}, so it is no file of Signalbox. Nothing was changed; move it out of ${state}, or let ` +
      '"signalbox doctor --fix" put it aside, then start again.',
  );

export const newerSchema = (file: string, found: number, known: number): RegisterFault =>
  new RegisterFault(
    'newer_schema',
    `${file} was written by a newer Signalbox (schema ${found}, this one knows ${known}). ` +
      'Nothing was changed; update Signalbox to open it.',
  );

export const replaced = (): RegisterFault =>
  new RegisterFault(
    'replaced',
    'another writer has taken this store over, so the outcome is unknown; ask it again with the same request id',
  );

export const storageFailed = (doing: string, cause: unknown): RegisterFault =>
  cause instanceof RegisterFault
    ? cause
    : new RegisterFault(
        'storage',
        `${doing} failed (${cause instanceof Error ? cause.message : String(cause)}), so the outcome is unknown. ` +
          'Look at the disk, then repeat with the same request id.',
        { cause },
      );

export const closedByOwner = (): RegisterFault =>
  new RegisterFault('closed', 'this store was closed; open it again to go on');

/** A fault that knows better than its kind what a person can do. */
export class FaultWithNext extends RegisterFault {
  /** One sentence or two. */
  readonly next: string;

  constructor(kind: RegisterFaultKind, message: string, next: string, options?: ErrorOptions) {
    super(kind, message, options);
    this.next = next;
  }
}

/** A file is no backup that can be gone on from; nothing was touched. */
export class BackupRefused extends FaultWithNext {
  /** @param backups the store's own folder of them */
  constructor(backup: string, backups: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isDamaged = cause instanceof RegisterFault && cause.kind === 'damaged';
    const message = isDamaged ? reason.replace(damagedNext, '') : `${backup} can't be read (${reason})`;
    const next = `Nothing was changed. Name another backup; the usual ones are in ${backups}.`;
    super('damaged', message, next, { cause });
  }
}

/** The folder of a store went while it was in use, such as by `git clean -fdx`; no new one is begun unless a person says so. */
export class StoreRemoved extends FaultWithNext {
  constructor(message: string, next: string) {
    super('damaged', message, next);
  }
}

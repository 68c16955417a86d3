import type { ProcessRef } from '../../core/model/lease.ts';
import { type Delivery, MessageFiles } from '../messageFiles.ts';

/** One start of a worker's command for one message, as the launcher has written it down. */
export interface Start extends Delivery {
  readonly leaseId: string;
  readonly worker: string;
  /** Term and attempt of the send that it answers (store rule 15). */
  readonly term: number;
  readonly attempt: number;
  readonly launcher: ProcessRef;
  /** The `signalbox run` below the launcher; null: not started yet. */
  readonly run: ProcessRef | null;
  /** Null: not known to have ended. `code` null: by a signal, or nobody saw it. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
}

/** What ran when the power went has ended. */
const lostStart = (delivery: Delivery): Start => ({
  ...delivery,
  leaseId: '',
  worker: '',
  term: 0,
  attempt: 0,
  launcher: { pid: 0, startedAt: 0 },
  run: null,
  exit: { code: null, signal: null },
});

/** Starts of workers' commands: a file each, in `state/sent/`. It need not outlive a power loss, which no process does. */
export class SentMessages extends MessageFiles<Start> {
  constructor(folder: string) {
    super(folder, lostStart);
  }
}

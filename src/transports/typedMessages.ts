import path from 'node:path';
import { type Offer, TransportFault } from '../coordinator/ports.ts';
import { type Delivery, MessageFiles } from './messageFiles.ts';

/** One time that a message's pointer was typed. `P` says where, which tells the place from a later one under its name. */
export interface Typing<P> extends Delivery {
  readonly leaseId: string;
  readonly worker: string;
  /** Term and attempt of the send that it answers (store rule 15). */
  readonly term: number;
  readonly attempt: number;
  readonly place: P;
  /** `failed`: no Enter was pressed. */
  readonly phase: 'typing' | 'typed' | 'failed';
  readonly at: number;
}

export interface TypedMessagesParts<P> {
  readonly root: string;
  /** Of the register: a send of an older term is ignored (store rule 15). */
  readonly term: number;
  readonly now: () => number;
  /** What a record that is not whole stands for. */
  readonly nowhere: P;
}

const weekMs = 7 * 86_400_000;
/** A typing that is older was left in the middle. */
const inProgressMs = 15_000;

/** What has been typed into terminals: a file each, in `state/typed/`, kept for a week. */
export class TypedMessages<P> extends MessageFiles<Typing<P>> {
  private readonly parts: Omit<TypedMessagesParts<P>, 'root'>;

  constructor({ root, ...parts }: TypedMessagesParts<P>) {
    const unread = { leaseId: '', worker: '', term: 0, attempt: 0, phase: 'failed', at: 0 } as const;
    super(path.join(root, '.signalbox', 'state', 'typed'), (delivery) => ({
      ...{ ...delivery, ...unread },
      place: parts.nowhere,
    }));
    this.parts = parts;
    this.forgetBefore(parts.now() - weekMs, () => true);
  }

  /**
   * The last typing of an offer's message; null: there has been none.
   * @throws TransportFault when a later attempt, or one of a later coordinator, has been seen
   */
  lastOf(offer: Offer): Typing<P> | null {
    const last = this.newest(offer.messageId);
    if (last !== null && this.isOlder(offer, last)) {
      throw new TransportFault('transient', `attempt ${last.attempt} of this message has been seen`);
    }
    return last;
  }

  /** A repeat of a send whose answer was lost, or one that is under way. */
  isDone({ attempt }: Offer, last: Typing<P>): boolean {
    if (last.phase === 'typing') return !this.isAbandoned(last);
    return last.phase === 'typed' && last.attempt === attempt;
  }

  /** A coordinator ended while it typed this. */
  isAbandoned({ phase, at }: Typing<P>): boolean {
    return phase === 'typing' && this.parts.now() - at >= inProgressMs;
  }

  /** The next typing of an offer's message, to be claimed. */
  next({ messageId, leaseId, attempt, worker }: Offer, place: P, last: Typing<P> | null): Typing<P> {
    const { term, now } = this.parts;
    const number = (last?.number ?? 0) + 1;
    return { messageId, number, leaseId, worker, term, attempt, place, phase: 'typing', at: now() };
  }

  private isOlder({ attempt }: Offer, last: Typing<P>): boolean {
    const { term } = this.parts;
    return last.term > term || (last.term === term && last.attempt > attempt);
  }
}

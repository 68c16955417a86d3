import { type Delivery, MessageFiles } from '../messageFiles.ts';

/** One time that a message's pointer was typed. */
export interface Typing extends Delivery {
  readonly leaseId: string;
  readonly worker: string;
  /** Term and attempt of the send that it answers (store rule 15). */
  readonly term: number;
  readonly attempt: number;
  readonly socket: string | null;
  readonly pane: string;
  /** Of the pane's own process, which tells it from a later one under its id. */
  readonly panePid: number;
  /** `failed`: no Enter was pressed. */
  readonly phase: 'typing' | 'typed' | 'failed';
  readonly at: number;
}

const lostTyping = (delivery: Delivery): Typing => ({
  ...delivery,
  leaseId: '',
  worker: '',
  term: 0,
  attempt: 0,
  socket: null,
  pane: '',
  panePid: 0,
  phase: 'failed',
  at: 0,
});

/** What has been typed into panes: a file each, in `state/typed/`. */
export class TypedMessages extends MessageFiles<Typing> {
  constructor(folder: string) {
    super(folder, lostTyping);
  }
}

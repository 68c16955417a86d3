import { isTerminalShell } from '../../ipc/workerProcess.ts';
import type { ProcessTable } from '../../ipc/processTable.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { EndpointOfferParams } from '../../protocol/params.ts';
import type { EndpointView } from '../../protocol/views.ts';
import { findTerminal } from './findTerminal.ts';
import type { OpenTerminal } from './openTerminal.ts';
import { typedSince } from './typedSince.ts';

export interface EndpointOffersParts {
  readonly terminals: () => readonly OpenTerminal[];
  /** Null: a look at it takes too long on this system. */
  readonly table: ProcessTable | null;
  /** Process group in the foreground of a process's terminal; null: not to be told. */
  readonly foregroundOf: (pid: number) => Promise<number | null>;
  /** When a program last read from the terminal of a process, epoch milliseconds; null: not to be told. */
  readonly readAt: (pid: number) => Promise<number | null>;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

type Offer = NonNullable<EndpointOfferParams['offer']>;
type Obstacle = Pick<EndpointView, 'state' | 'reason'>;

/** Interfaces take what comes in one piece for pasted text, in which Enter is only a new line. */
const BEFORE_ENTER_MS = 200;
/** Of as many messages it is kept which attempt was typed. */
const KEPT = 200;

const notHere: EndpointView = { endpoint_id: null, pid: null, state: 'not_here', reason: null };
const busy = (reason: string): Obstacle => ({ state: 'busy', reason });
const unknown = (reason: string): Obstacle => ({ state: 'unknown', reason });

/**
 * Answers `endpoint.offer` for the terminals of this window: looks, and types one line and then a carriage return of its own,
 * where the worker's agent is in the foreground and nobody else has typed since its turn ended. No other key, ever.
 */
export class EndpointOffers {
  private readonly parts: EndpointOffersParts;
  /** By message, the attempt that was typed last (store rule 15). */
  private readonly typed = new Map<string, Offer>();
  /** Lines that were typed and not entered, by the terminal: when. */
  private readonly left = new Map<number, number>();
  private readonly typing = new Set<number>();

  constructor(parts: EndpointOffersParts) {
    this.parts = parts;
  }

  async answer(params: EndpointOfferParams): Promise<EndpointView> {
    const { terminals, table } = this.parts;
    const terminal = findTerminal(params.processes, terminals(), table);
    if (terminal === null) return notHere;
    const found = { endpoint_id: `terminal:${terminal.pid}`, pid: terminal.pid };
    const { offer } = params;
    if (offer !== null && this.isRepeat(offer)) return { ...found, state: 'injected', reason: null };
    if (this.typing.has(terminal.pid)) return { ...found, ...busy('another offer is being typed into it') };
    if (offer === null) return { ...found, ...((await this.obstacle(terminal, params)) ?? ready) };
    this.typing.add(terminal.pid);
    try {
      return { ...found, ...(await this.deliver(terminal, params, offer)) };
    } finally {
      this.typing.delete(terminal.pid);
    }
  }

  /** @throws ProtocolError `conflict` for what is older than what was typed */
  private isRepeat({ message_id: id, term, attempt }: Offer): boolean {
    const last = this.typed.get(id);
    if (last === undefined) return false;
    if (term < last.term || (term === last.term && attempt < last.attempt)) {
      const next = 'Leave it to the newer one.';
      throw new ProtocolError('conflict', `attempt ${last.attempt} of this message was typed`, next);
    }
    return attempt === last.attempt;
  }

  private async deliver(
    terminal: OpenTerminal,
    params: EndpointOfferParams,
    offer: Offer,
  ): Promise<Obstacle> {
    const obstacle = await this.obstacle(terminal, params);
    if (obstacle !== null) return obstacle;
    if (!/^[ -~]+$/.test(offer.line)) return unknown('the line is not one of plain ASCII');
    if (this.parts.now() > offer.until) return busy('the offer came too late');
    terminal.type(offer.line);
    this.left.set(terminal.pid, this.parts.now());
    await this.parts.pause(BEFORE_ENTER_MS);
    const isSame = this.parts.terminals().some(({ pid }) => pid === terminal.pid);
    const changed = isSame ? await this.foregroundObstacle(terminal, params) : unknown('its terminal closed');
    if (changed !== null || this.parts.now() > offer.until) {
      return { state: 'left', reason: 'the pointer was typed into its terminal and not entered: look at it' };
    }
    terminal.type('\r');
    this.left.delete(terminal.pid);
    this.remember(offer);
    return { state: 'injected', reason: null };
  }

  private async obstacle(terminal: OpenTerminal, params: EndpointOfferParams): Promise<Obstacle | null> {
    return (await this.foregroundObstacle(terminal, params)) ?? this.inputObstacle(terminal, params);
  }

  /** By a hook only the very program that the hook came from is typed to; by a person any but a shell. */
  private async foregroundObstacle(
    { pid }: OpenTerminal,
    { processes, turn_ended_at: turnEndedAt }: EndpointOfferParams,
  ): Promise<Obstacle | null> {
    const group = await this.parts.foregroundOf(pid);
    const program = group === pid ? (this.parts.table?.read(pid) ?? null) : null;
    const isShell =
      processes.some((each) => each.pid === group && each.is_shell) ||
      (program !== null && isTerminalShell({ ...program, started_at: 0, is_run: false }));
    if (isShell) return { state: 'idle', reason: 'only a shell runs in its terminal: start the agent' };
    if (turnEndedAt === null || processes.some((each) => each.pid === group)) return null;
    return unknown('what runs in the foreground of its terminal is not what the last hook came from');
  }

  private async inputObstacle(
    { pid, typedAt }: OpenTerminal,
    { turn_ended_at: turnEndedAt }: EndpointOfferParams,
  ): Promise<Obstacle | null> {
    const leftAt = this.left.get(pid) ?? null;
    const readAt = await this.parts.readAt(pid);
    if (leftAt !== null) {
      const isSeenTo = readAt !== null && typedSince(leftAt, readAt, leftAt);
      const isOver = turnEndedAt !== null && turnEndedAt > leftAt;
      if (!isSeenTo && !isOver)
        return busy('a pointer stands in its terminal: press Enter there, or clear it');
      this.left.delete(pid);
    }
    if (turnEndedAt === null) return null;
    if (readAt === null) return unknown('it can not be seen whether somebody types there: send it by hand');
    const isTyped = typedSince(turnEndedAt, readAt, typedAt);
    return isTyped
      ? busy('somebody may have typed into its terminal since its turn ended: send it by hand')
      : null;
  }

  private remember(offer: Offer): void {
    this.typed.delete(offer.message_id);
    this.typed.set(offer.message_id, offer);
    const [oldest] = this.typed.keys();
    if (this.typed.size > KEPT && oldest !== undefined) this.typed.delete(oldest);
  }
}

const ready: Obstacle = { state: 'ready', reason: null };

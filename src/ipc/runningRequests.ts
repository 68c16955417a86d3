import { ProtocolError, toProtocolError } from '../protocol/errors.ts';
import { errorMessage, type Message, type MessageId, resultMessage } from '../protocol/jsonrpc.ts';
import { closedError, sameIdRuns, tooManyRunning } from './connectionErrors.ts';

/**
 * The signal that is aborted when nobody waits for the answer any more. Made when it is asked for: most requests are
 * answered without.
 */
export type SignalOf = () => AbortSignal;

export interface RunningOptions {
  /** Requests that may run at once; one more is answered `busy`, the others go on. */
  readonly maxInFlight: number;
  readonly onRequest: (method: string, params: unknown, signal: SignalOf, id: MessageId) => unknown;
  /** A handler threw what is no `ProtocolError`. */
  readonly onFault: (error: unknown, method: string) => void;
  readonly send: (message: Message) => void;
}

/** One request under way. */
class Running {
  private control: AbortController | null = null;
  private reason: ProtocolError | null = null;

  readonly signal: SignalOf = () => {
    this.control ??= new AbortController();
    if (this.reason !== null) this.control.abort(this.reason);
    return this.control.signal;
  };

  abort(reason: ProtocolError): void {
    this.reason ??= reason;
    this.control?.abort(reason);
  }
}

/** Requests of the other side that have no answer yet. Each gets exactly one. */
export class RunningRequests {
  private readonly options: RunningOptions;
  private readonly running = new Map<MessageId, Running>();

  constructor(options: RunningOptions) {
    this.options = options;
  }

  get count(): number {
    return this.running.size;
  }

  /** Settles when the request has its answer. */
  async run(id: MessageId, method: string, params: unknown): Promise<void> {
    const refusal = this.refusal(id);
    if (refusal !== null) {
      this.options.send(errorMessage(id, refusal));
      return;
    }
    const own = new Running();
    this.running.set(id, own);
    const answer = await this.answer(id, method, params, own.signal);
    // Not there, or another's: `answerAll` was first.
    if (this.running.get(id) !== own) return;
    this.running.delete(id);
    this.options.send(answer);
  }

  /** The other side no longer waits for it; it is answered nevertheless. */
  cancel(id: MessageId): void {
    this.running.get(id)?.abort(closedError());
  }

  cancelAll(reason: ProtocolError): void {
    for (const running of this.running.values()) running.abort(reason);
  }

  /** Answers all with the reason, whatever their handlers will say. */
  answerAll(reason: ProtocolError): void {
    for (const [id, running] of [...this.running]) {
      this.running.delete(id);
      this.options.send(errorMessage(id, reason));
      running.abort(reason);
    }
  }

  private refusal(id: MessageId): ProtocolError | null {
    const { maxInFlight } = this.options;
    if (this.running.size >= maxInFlight) return tooManyRunning(maxInFlight);
    return this.running.has(id) ? sameIdRuns() : null;
  }

  private async answer(id: MessageId, method: string, params: unknown, signal: SignalOf): Promise<Message> {
    try {
      return resultMessage(id, await this.options.onRequest(method, params, signal, id));
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.options.onFault(error, method);
      return errorMessage(id, toProtocolError(error));
    }
  }
}

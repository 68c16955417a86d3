import { ProtocolError, toProtocolError } from '../protocol/errors.ts';
import { errorMessage, type Message, type MessageId, resultMessage } from '../protocol/jsonrpc.ts';
import { closedError, sameIdRuns, tooManyRunning } from './connectionErrors.ts';

export interface RunningOptions {
  /** Requests that may run at once; one more is answered `busy`, the others go on. */
  readonly maxInFlight: number;
  readonly onRequest: (method: string, params: unknown, signal: AbortSignal) => unknown;
  /** A handler threw what is no `ProtocolError`. */
  readonly onFault: (error: unknown, method: string) => void;
  readonly send: (message: Message) => void;
}

/** Requests of the other side that have no answer yet. Each gets exactly one. */
export class RunningRequests {
  private readonly options: RunningOptions;
  private readonly running = new Map<MessageId, AbortController>();

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
    const control = new AbortController();
    this.running.set(id, control);
    const answer = await this.answer(id, method, params, control.signal);
    // Not there, or another's: `answerAll` was first.
    if (this.running.get(id) !== control) return;
    this.running.delete(id);
    this.options.send(answer);
  }

  /** The other side no longer waits for it; it is answered nevertheless. */
  cancel(id: MessageId): void {
    this.running.get(id)?.abort(closedError());
  }

  cancelAll(reason: ProtocolError): void {
    for (const control of this.running.values()) control.abort(reason);
  }

  /** Answers all with the reason, whatever their handlers will say. */
  answerAll(reason: ProtocolError): void {
    for (const [id, control] of [...this.running]) {
      this.running.delete(id);
      this.options.send(errorMessage(id, reason));
      control.abort(reason);
    }
  }

  private refusal(id: MessageId): ProtocolError | null {
    const { maxInFlight } = this.options;
    if (this.running.size >= maxInFlight) return tooManyRunning(maxInFlight);
    return this.running.has(id) ? sameIdRuns() : null;
  }

  private async answer(
    id: MessageId,
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<Message> {
    try {
      return resultMessage(id, await this.options.onRequest(method, params, signal));
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.options.onFault(error, method);
      return errorMessage(id, toProtocolError(error));
    }
  }
}

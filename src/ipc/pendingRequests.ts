import { type Deferred, deferred } from '../base/deferred.ts';
import type { ProtocolError } from '../protocol/errors.ts';
import type { MessageId } from '../protocol/jsonrpc.ts';

/** Requests that this side has sent and that have no answer yet. */
export class PendingRequests {
  private readonly waiting = new Map<MessageId, Deferred<unknown>>();
  private lastId = 0;

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  wait(id: MessageId): Promise<unknown> {
    const answer = deferred<unknown>();
    this.waiting.set(id, answer);
    return answer.promise;
  }

  /** An answer to nothing that waits (given up meanwhile) is dropped. */
  resolve(id: MessageId, result: unknown): void {
    this.take(id)?.resolve(result);
  }

  reject(id: MessageId, error: Error): void {
    this.take(id)?.reject(error);
  }

  rejectAll(error: ProtocolError): void {
    for (const id of [...this.waiting.keys()]) this.reject(id, error);
  }

  private take(id: MessageId): Deferred<unknown> | undefined {
    const answer = this.waiting.get(id);
    this.waiting.delete(id);
    return answer;
  }
}

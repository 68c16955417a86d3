/**
 * One connection, the same on both sides: either may ask, and every request is answered, by a result, an error, or the
 * reason for which the connection ended.
 *
 * open -> (the other side ends its half) draining: what runs is told to stop waiting, its answers still go out -> closed
 * open -> (close) what runs is answered with the reason, the reason is told, this half ends -> closed
 */
import type { Socket } from 'node:net';
import type { Disposable } from '../base/disposable.ts';
import { ProtocolError, toProtocolError } from '../protocol/errors.ts';
import { type Frame, LineDecoder } from '../protocol/framing.ts';
import {
  errorMessage,
  type Incoming,
  type Message,
  type MessageId,
  notificationMessage,
  parseFrame,
  requestMessage,
} from '../protocol/jsonrpc.ts';
import { CANCEL, PROGRESS, type Progress } from '../protocol/methods.ts';
import { asLastWord, closedError, isLastWord, timeoutError } from './connectionErrors.ts';
import { encodeMessage, Outgoing } from './outgoing.ts';
import { PendingRequests } from './pendingRequests.ts';
import { type RunningOptions, RunningRequests } from './runningRequests.ts';
import type { Timers } from './timers.ts';

export interface ConnectionOptions extends Omit<RunningOptions, 'send'> {
  readonly socket: Socket;
  readonly timers: Timers;
  /** Stops reading while the other side does not take its answers. On one side only: two would wait for each other. */
  readonly holdsBack: boolean;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Once, after everything pending has failed with the reason. */
  readonly onClosed: (reason: ProtocolError) => void;
}

export interface RequestOptions {
  /** Aborting rejects with the signal's reason and tells the other side to stop waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Begins anew with each sign of progress. */
  readonly timeoutMs?: number | undefined;
  /** Called for methods that tell their progress. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** How long a side that has been told to go may take to read its last answers. */
export const LINGER_MS = 2_000;

export class JsonLineConnection {
  private readonly options: ConnectionOptions;
  private readonly outgoing: Outgoing;
  private readonly running: RunningRequests;
  private readonly pending = new PendingRequests();
  /** Who hears how far the requests of this side are. */
  private readonly watched = new Map<MessageId, (progress: Progress) => void>();
  private linger: Disposable | null = null;
  /** Why it ends or has ended. */
  private reason: ProtocolError | null = null;
  private otherSideEnded = false;
  private isClosing = false;
  private isClosed = false;

  constructor(options: ConnectionOptions) {
    this.options = options;
    const { socket } = options;
    this.outgoing = new Outgoing(socket);
    this.running = new RunningRequests({ ...options, send: (message) => this.send(message) });
    const decoder = new LineDecoder();
    socket.on('data', (piece: Buffer) => this.read(decoder.push(piece)));
    socket.on('drain', () => socket.resume());
    socket.on('end', () => this.drain());
    socket.on('error', (error) => (this.reason ??= closedError(error)));
    socket.on('close', () => this.finish());
  }

  /** What the other side has not taken yet, about in bytes. */
  get buffered(): number {
    return this.outgoing.buffered;
  }

  /** Rejects with a `ProtocolError`, or with the signal's reason. */
  async request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { signal, timeoutMs, onProgress } = options;
    signal?.throwIfAborted();
    if (this.isClosing || this.isClosed || this.otherSideEnded || this.reason !== null) {
      throw this.reason ?? closedError();
    }
    const id = this.pending.nextId();
    const line = encodeMessage(requestMessage(id, method, params));
    const giveUp = (error: Error) => {
      this.pending.reject(id, error);
      this.notify(CANCEL, { id });
    };
    const onAbort = () => giveUp(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    const limit = () =>
      timeoutMs === undefined
        ? null
        : this.options.timers.after(timeoutMs, () => giveUp(timeoutError(method, timeoutMs)));
    let timer = limit();
    this.watched.set(id, ({ done, total }) => {
      timer?.dispose();
      timer = limit();
      onProgress?.(done, total);
    });
    this.outgoing.send(line);
    try {
      return await this.pending.wait(id);
    } finally {
      this.watched.delete(id);
      timer?.dispose();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  notify(method: string, params: unknown): void {
    this.outgoing.send(encodeMessage(notificationMessage(method, params)));
  }

  /** Drops what would be sent, until it is unmuted. */
  mute(isMuted: boolean): void {
    this.outgoing.mute(isMuted);
  }

  /** A message that is already a line: one event that goes to many. */
  sendLine(line: string): void {
    this.outgoing.send(line);
  }

  /**
   * Ends the connection: what runs is answered with the reason, what this side asked fails with it.
   * @param isTold whether the other side is told the reason, apart from any request.
   */
  close(reason: ProtocolError, isTold: boolean): void {
    if (this.isClosing || this.isClosed) return;
    this.isClosing = true;
    this.reason ??= reason;
    this.running.answerAll(reason);
    this.pending.rejectAll(reason);
    if (isTold) this.send(errorMessage(null, asLastWord(reason)));
    this.outgoing.end();
    this.lingerThenDestroy();
  }

  private read(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (this.isClosing) return;
      this.take(parseFrame(frame));
    }
    if (this.options.holdsBack && this.options.socket.writableNeedDrain) this.options.socket.pause();
  }

  private take(incoming: Incoming): void {
    switch (incoming.kind) {
      case 'request':
        void this.serve(incoming.id, incoming.method, incoming.params);
        break;
      case 'notification':
        this.hear(incoming.method, incoming.params);
        break;
      case 'result':
        this.pending.resolve(incoming.id, incoming.result);
        break;
      case 'error':
        this.hearError(incoming.id, incoming.error);
        break;
      case 'broken':
        this.send(errorMessage(incoming.id, incoming.error));
    }
  }

  private async serve(id: MessageId, method: string, params: unknown): Promise<void> {
    await this.running.run(id, method, params);
    if (this.otherSideEnded && this.running.count === 0) this.outgoing.end();
  }

  private hear(method: string, params: unknown): void {
    if (method === CANCEL) {
      const id = (params as { id?: MessageId } | null | undefined)?.id;
      if (id !== undefined) this.running.cancel(id);
      return;
    }
    if (method === PROGRESS) {
      const progress = params as Progress | null | undefined;
      if (progress != null) this.watched.get(progress.request)?.(progress);
      return;
    }
    try {
      this.options.onNotification(method, params);
    } catch (error) {
      this.options.onFault(error, method);
    }
  }

  private hearError(id: MessageId | null, error: ProtocolError): void {
    if (id !== null) {
      this.pending.reject(id, error);
    } else if (isLastWord(error)) {
      this.reason ??= error;
      this.pending.rejectAll(error);
    }
  }

  private send(message: Message): void {
    let line: string;
    try {
      line = encodeMessage(message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.options.onFault(error, 'encode');
      line = encodeMessage(errorMessage('id' in message ? message.id : null, toProtocolError(error)));
    }
    this.outgoing.send(line);
  }

  /** The other side sends no more: it may be gone, so nothing waits on its behalf; or it still reads. */
  private drain(): void {
    this.otherSideEnded = true;
    const reason = this.reason ?? closedError();
    this.pending.rejectAll(reason);
    this.running.cancelAll(reason);
    if (this.running.count === 0) this.outgoing.end();
    this.lingerThenDestroy();
  }

  private lingerThenDestroy(): void {
    this.linger ??= this.options.timers.after(LINGER_MS, () => this.options.socket.destroy());
  }

  private finish(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.linger?.dispose();
    const reason = this.reason ?? closedError();
    this.pending.rejectAll(reason);
    this.running.answerAll(reason);
    this.options.onClosed(reason);
  }
}

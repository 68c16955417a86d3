/**
 * Keeps the host of one root running as a thread, as long as the window has the root.
 *
 * starting -> serving -> waiting (it ended of itself, or was killed)
 * starting -> waiting (a fault) -> starting, 250 ms later, twice as long after each fault, to 60 s
 * starting -> following (another process has the store) -> starting, once nobody answers
 * any of them -> stopped, when told to
 */
import { type Deferred, deferred } from '../base/deferred.ts';
import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { HostFailure } from '../host/hostFailure.ts';
import type { FromThread } from '../host/thread.ts';
import type { Timers } from '../ipc/timers.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { HostThread, StartThread } from './hostThread.ts';

export interface HostLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string | Error): void;
}

export interface HostWorkerOptions {
  readonly root: string;
  readonly startThread: StartThread;
  /** The window's client has a coordinator, whoever that is. */
  readonly isAnswered: () => boolean;
  /** What the store says of its writer is of this process, which has only one host of a root. */
  readonly isOwnWriter: () => boolean;
  readonly timers: Timers;
  readonly now: () => number;
  readonly log: HostLog;
}

type Phase = 'starting' | 'serving' | 'waiting' | 'following' | 'stopped';

const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 60_000;
/** A host that ran for so long did not fail for the reason of the failure before. */
const SOUND_AFTER_MS = 60_000;
/** Between looks whether the other writer can be followed by now; short enough to take over within 5 s. */
const FIRST_SEEK_MS = 500;
const LONGEST_SEEK_MS = 3_000;
/** VS Code waits 5 s for an extension that ends. */
const STOP_WITHIN_MS = 4_000;

export class HostWorker {
  private readonly options: HostWorkerOptions;
  private readonly changes: Emitter<void>;
  private phase: Phase = 'stopped';
  private thread: HostThread | null = null;
  private exited: Deferred<void> | null = null;
  /** How the thread says that it ended; undefined: not yet. */
  private outcome: HostFailure | null | undefined = undefined;
  private failure: HostFailure | null = null;
  private hasCrashed = false;
  /** What nobody caught in the thread. */
  private crash: Error | null = null;
  private servesSince = 0;
  private restartMs = FIRST_RESTART_MS;
  private seekMs = FIRST_SEEK_MS;
  private wait: Disposable | null = null;

  constructor(options: HostWorkerOptions) {
    this.options = options;
    this.changes = new Emitter((error) => options.log.error(asError(error)));
  }

  get onChange(): Event<void> {
    return this.changes.event;
  }

  get isServing(): boolean {
    return this.phase === 'serving';
  }

  /** Why it does not serve; null: it does, or is starting. */
  get problem(): ProtocolError | null {
    if (this.failure === null || this.phase === 'serving') return null;
    const { kind, message, next, pid } = this.failure;
    return new ProtocolError(kind, message, next, { facts: { pid } });
  }

  start(): void {
    this.wait?.dispose();
    this.wait = null;
    if (this.thread !== null) return;
    this.phase = 'starting';
    this.outcome = undefined;
    this.crash = null;
    this.exited = deferred();
    // Its heartbeat is fresh for some seconds more, but nobody is behind it.
    const force = this.hasCrashed && this.options.isOwnWriter();
    this.thread = this.options.startThread({ root: this.options.root, force }, this.listener);
    this.changes.fire();
  }

  /** To be called when the window's client has found a coordinator, or lost it. */
  seek(): void {
    if (this.phase !== 'following') return;
    if (this.options.isAnswered()) {
      this.wait?.dispose();
      this.wait = null;
      this.seekMs = FIRST_SEEK_MS;
    } else if (this.wait === null) {
      this.start();
    }
  }

  /** Settles when the thread has ended: with its last snapshot written, or at the limit without. */
  async stop(): Promise<void> {
    this.phase = 'stopped';
    this.wait?.dispose();
    this.changes.dispose();
    const { thread, exited } = this;
    if (thread === null) return;
    thread.stop();
    const limit = this.options.timers.after(STOP_WITHIN_MS, () => {
      this.options.log.warn(`the host of ${this.options.root} did not stop in time and was ended`);
      thread.terminate();
    });
    await exited?.promise;
    limit.dispose();
  }

  private readonly listener = {
    onMessage: (message: FromThread): void => this.hear(message),
    onError: (error: unknown): void => {
      this.crash = asError(error);
      this.options.log.error(this.crash);
    },
    onExit: (code: number): void => this.leave(code),
  };

  private hear(message: FromThread): void {
    const { root, log, now } = this.options;
    switch (message.type) {
      case 'ready':
        log.info(`serves ${root} (term ${message.term}, ${message.endpoint})`);
        this.servesSince = now();
        this.hasCrashed = false;
        this.failure = null;
        if (this.phase !== 'stopped') this.phase = 'serving';
        this.changes.fire();
        return;
      case 'failed':
      case 'ended':
        this.outcome = message.failure;
        // It has closed all that it had; what is left open there must not keep it.
        this.thread?.terminate();
        return;
      case 'log':
        log[message.level](message.message);
        return;
    }
  }

  private leave(code: number): void {
    const { outcome } = this;
    this.thread = null;
    this.exited?.resolve();
    if (this.phase === 'stopped') return;
    if (outcome === undefined) this.hasCrashed = true;
    const before = this.failure;
    this.failure = outcome ?? crashed(this.crash?.message ?? `its thread was ended with code ${code}`);
    if (this.failure.kind === 'busy') this.follow(this.failure, before?.kind === 'busy');
    else this.waitAfterFault(this.failure);
    this.changes.fire();
  }

  private follow({ message }: HostFailure, isKnown: boolean): void {
    if (!isKnown) this.options.log.info(`follows another coordinator: ${message}`);
    this.phase = 'following';
    if (this.options.isAnswered()) return;
    this.wait = this.options.timers.after(this.seekMs, () => this.start());
    this.seekMs = Math.min(this.seekMs * 2, LONGEST_SEEK_MS);
  }

  private waitAfterFault({ kind, message, next }: HostFailure): void {
    const { root, log, now, timers } = this.options;
    if (this.phase === 'serving' && now() - this.servesSince >= SOUND_AFTER_MS) {
      this.restartMs = FIRST_RESTART_MS;
    }
    this.phase = 'waiting';
    const seconds = this.restartMs / 1_000;
    log.error(`the host of ${root} ended (${kind}: ${message}). ${next} It starts again in ${seconds} s.`);
    this.wait = timers.after(this.restartMs, () => this.start());
    this.restartMs = Math.min(this.restartMs * 2, LONGEST_RESTART_MS);
  }
}

const crashed = (message: string): HostFailure => ({
  kind: 'unavailable',
  message,
  next: 'Nothing that was acknowledged is lost. If it happens again, run signalbox doctor.',
  pid: null,
});

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

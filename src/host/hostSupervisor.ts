/**
 * Keeps the host of one root running, as long as its owner has the root: a window over threads, `serve` in its own process.
 *
 * starting -> serving -> waiting (it ended of itself, or was killed)
 * starting -> waiting (a fault) -> starting, 250 ms later, twice as long after each fault, to 60 s
 * serving -> starting at once (it closed its store to open it anew, after a restore)
 * starting -> following (another process has the store) -> starting, once nobody answers
 * any of them -> stopped, when told to
 */
import { type Deferred, deferred } from '../base/deferred.ts';
import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { Timers } from '../ipc/timers.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { HostFailure } from './hostFailure.ts';
import type { HostRun, HostWord, LastFailure, StartRun } from './hostRun.ts';

export interface SupervisorLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string | Error): void;
}

export interface SupervisorOptions {
  readonly root: string;
  readonly startRun: StartRun;
  /** Its owner's client has a coordinator, whoever that is. */
  readonly isAnswered: () => boolean;
  /** What the store says of its writer is of this process, which has only one host of a root. */
  readonly isOwnWriter: () => boolean;
  /** How long a stop may take before the host is ended as it is; null: as long as it takes. */
  readonly stopWithinMs: number | null;
  readonly timers: Timers;
  readonly now: () => number;
  readonly log: SupervisorLog;
}

type HostPhase = 'starting' | 'serving' | 'waiting' | 'following' | 'stopped';

const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 60_000;
/** A host that ran for so long did not fail for the reason of the failure before. */
const SOUND_AFTER_MS = 60_000;
/** Between looks whether the other writer can be followed by now; short enough to take over within 5 s. */
const FIRST_SEEK_MS = 500;
const LONGEST_SEEK_MS = 3_000;

export class HostSupervisor {
  private readonly options: SupervisorOptions;
  private readonly changes: Emitter<void>;
  private phase: HostPhase = 'stopped';
  private run: HostRun | null = null;
  private exited: Deferred<void> | null = null;
  /** How the run says that it ended; undefined: not yet. */
  private outcome: HostFailure | null | undefined = undefined;
  private current: HostFailure | null = null;
  private lastFailure: LastFailure | null = null;
  /** The run before was killed, or could perhaps not withdraw its name from a failing disk. */
  private mayHaveLeftItsName = false;
  /** A person said that the next run is to take the store from whoever has it. */
  private takesOver = false;
  /** What nobody caught in the run. */
  private crash: Error | null = null;
  private served: { readonly endpoint: string; readonly term: number } | null = null;
  private servesSince = 0;
  private restartMs = FIRST_RESTART_MS;
  private seekMs = FIRST_SEEK_MS;
  private wait: Disposable | null = null;
  private waitsUntil: number | null = null;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.changes = new Emitter((error) => options.log.error(asError(error)));
  }

  get onChange(): Event<void> {
    return this.changes.event;
  }

  get isServing(): boolean {
    return this.phase === 'serving';
  }

  /** It ended of itself, and starts again in a while. */
  get isWaiting(): boolean {
    return this.phase === 'waiting';
  }

  /** Another process has the store. */
  get isFollowing(): boolean {
    return this.phase === 'following';
  }

  /** While it waits: when it starts again, epoch milliseconds. */
  get startsAgainAt(): number | null {
    return this.isWaiting ? this.waitsUntil : null;
  }

  /** Where it serves; null: it does not. */
  get place(): { readonly endpoint: string; readonly term: number } | null {
    return this.phase === 'serving' ? this.served : null;
  }

  /** Why it does not serve; null: it does, or is starting for the first time. */
  get failure(): HostFailure | null {
    return this.phase === 'serving' ? null : this.current;
  }

  /** The same, as it is told to clients. */
  get problem(): ProtocolError | null {
    const { failure } = this;
    if (failure === null) return null;
    const { kind, message, next, pid } = failure;
    return new ProtocolError(kind, message, next, { facts: { pid } });
  }

  start(): void {
    this.wait?.dispose();
    this.wait = null;
    if (this.run !== null) return;
    this.phase = 'starting';
    this.outcome = undefined;
    this.crash = null;
    this.exited = deferred();
    const { root, startRun, isOwnWriter } = this.options;
    // Its heartbeat is fresh for some seconds more, but nobody is behind it.
    const force = this.takesOver || (this.mayHaveLeftItsName && isOwnWriter());
    this.takesOver = false;
    this.run = startRun({ root, force, lastFailure: this.lastFailure }, this.listener);
    this.changes.fire();
  }

  /**
   * A person wants this host to be the writer, whoever is it now: that one is fenced, and follows. A host that serves
   * already goes on; one that is just starting takes over when it is refused.
   */
  takeOver(): void {
    if (this.phase === 'stopped' || this.phase === 'serving') return;
    this.takesOver = true;
    this.start();
  }

  /** To be called when the owner's client has found a coordinator, or lost it. */
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

  /** Settles when the run has ended: with its last snapshot written, or at the limit without. */
  async stop(): Promise<void> {
    this.phase = 'stopped';
    this.wait?.dispose();
    this.changes.dispose();
    const { run, exited } = this;
    const { root, stopWithinMs, timers, log } = this.options;
    if (run === null) return;
    run.stop();
    const end = (): void => {
      log.warn(`the host of ${root} did not stop in time and was ended`);
      run.terminate();
    };
    const limit = stopWithinMs === null ? null : timers.after(stopWithinMs, end);
    await exited?.promise;
    limit?.dispose();
  }

  private readonly listener = {
    onMessage: (message: HostWord): void => this.hear(message),
    onError: (error: unknown): void => {
      this.crash = asError(error);
      this.options.log.error(this.crash);
    },
    onExit: (code: number): void => this.leave(code),
  };

  private hear(message: HostWord): void {
    const { root, log, now } = this.options;
    switch (message.type) {
      case 'ready':
        log.info(`serves ${root} (term ${message.term}, ${message.endpoint})`);
        this.served = { endpoint: message.endpoint, term: message.term };
        this.servesSince = now();
        this.mayHaveLeftItsName = false;
        this.current = null;
        if (this.phase !== 'stopped') this.phase = 'serving';
        this.changes.fire();
        return;
      case 'failed':
      case 'ended':
        this.outcome = message.failure;
        // It has closed all that it had; what is left open there must not keep it.
        this.run?.terminate();
        return;
      case 'log':
        log[message.level](message.message);
        return;
    }
  }

  private leave(code: number): void {
    const { outcome } = this;
    this.run = null;
    this.exited?.resolve();
    if (this.phase === 'stopped') return;
    const before = this.current;
    const failure = outcome ?? crashed(this.crash?.message ?? `its thread was ended with code ${code}`);
    this.mayHaveLeftItsName ||= outcome === undefined || failure.fault === 'storage';
    if (this.phase === 'serving' && failure.fault === 'closed') {
      this.start();
      return;
    }
    this.current = failure;
    if (failure.kind === 'busy' && this.takesOver) {
      this.start();
      return;
    }
    if (failure.kind === 'busy') this.follow(failure, before?.kind === 'busy');
    else this.waitAfterFault(failure, before === null);
    this.changes.fire();
  }

  private follow({ message }: HostFailure, isKnown: boolean): void {
    if (!isKnown) this.options.log.info(`follows another coordinator: ${message}`);
    this.phase = 'following';
    if (this.options.isAnswered()) return;
    this.wait = this.options.timers.after(this.seekMs, () => this.start());
    this.seekMs = Math.min(this.seekMs * 2, LONGEST_SEEK_MS);
  }

  private waitAfterFault({ kind, message, next, fault }: HostFailure, isFirst: boolean): void {
    const { root, log, now, timers } = this.options;
    if (this.phase === 'serving' && now() - this.servesSince >= SOUND_AFTER_MS) {
      this.restartMs = FIRST_RESTART_MS;
    }
    // One that was replaced did not fail; and what keeps it from starting again is not why it ended.
    if (fault !== 'replaced' && isFirst) this.lastFailure = { message, at: now() };
    this.phase = 'waiting';
    const seconds = this.restartMs / 1_000;
    log.error(`the host of ${root} ended (${kind}: ${message}). ${next} It starts again in ${seconds} s.`);
    this.waitsUntil = now() + this.restartMs;
    this.wait = timers.after(this.restartMs, () => this.start());
    this.restartMs = Math.min(this.restartMs * 2, LONGEST_RESTART_MS);
  }
}

const crashed = (message: string): HostFailure => ({
  kind: 'unavailable',
  fault: null,
  message,
  next: 'Nothing that was acknowledged is lost. If it happens again, run signalbox doctor.',
  pid: null,
});

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { err, type Result } from '../base/result.ts';
import type { Answers, CommandOf, CommandType, LeaseCall } from '../core/commands.ts';
import type { RequestMark } from '../core/context.ts';
import { taskOfTurn } from '../core/decide/decide.ts';
import { resolveLease } from '../core/decide/worker/fence.ts';
import type { Actor, RegisterEvent } from '../core/events.ts';
import type { QuestionId, WorkerId } from '../core/model/ids.ts';
import type { Question } from '../core/model/records.ts';
import type { Settings } from '../core/model/settings.ts';
import type { State } from '../core/model/state.ts';
import type { Rejection } from '../core/rejection.ts';
import { Archiver, type ArchiveOptions } from './archiver.ts';
import { Dispatcher } from './dispatcher.ts';
import { buildHealth, type HealthRow } from './health.ts';
import { isKnownChange } from './knownChange.ts';
import { faultName } from './faultName.ts';
import { Ledger } from './ledger.ts';
import { nextDeadline } from './nextDeadline.ts';
import type { CoordinatorParts } from './coordinatorParts.ts';
import type { EventPage, HistoryFilter, Source } from './ports.ts';
import { type ProjectionWork, Projector } from './projector.ts';
import { type ReceiptWait, receiptWaits } from './receiptWaits.ts';
import { Reconciler } from './reconciler.ts';
import { RefusedSends } from './refusedSends.ts';
import { SourceReader } from './sourceReader.ts';
import { Surroundings } from './surroundings.ts';
import { Ticker } from './ticker.ts';
import { Ticks } from './ticks.ts';
import { waiterOf } from './waiterOf.ts';
import { waitForQuestion } from './waitForQuestion.ts';
import { WaitingCalls } from './waitingCalls.ts';

export interface CallBy {
  readonly actor: Actor;
  readonly request?: RequestMark | null;
}

const system: Actor = { surface: 'system', name: 'coordinator' };

/**
 * The application service: commands in, events out, and the tick that looks at the world between them. Knows no socket,
 * file or process; all of that comes through its ports.
 */
export class Coordinator {
  private readonly parts: CoordinatorParts;
  private readonly ledger: Ledger;
  private readonly reader: SourceReader;
  private readonly surroundings: Surroundings;
  private readonly ticks: Ticks;
  private readonly projector: Projector;
  private readonly reconciler: Reconciler;
  private readonly waiting: WaitingCalls;
  private readonly archiver: Archiver;
  private readonly ticker: Ticker;
  private readonly owned = new DisposableStore();
  private readonly ending: Emitter<undefined>;
  private startedAt = 0;

  constructor(parts: CoordinatorParts) {
    this.parts = parts;
    const settings = (): Settings => parts.configuration().settings;
    const transport = (kind: string) => parts.transports.find((known) => known.kind === kind);
    this.ledger = new Ledger({ ...parts, settings });
    this.reader = new SourceReader({ ...parts, workers: () => this.state.workers });
    const refused = new RefusedSends({ clock: parts.clock, settings });
    this.surroundings = new Surroundings({ ...parts, sources: this.reader, transport, settings, refused });
    this.projector = new Projector({ ...parts, timeoutMs: () => settings().timeoutMs });
    this.reconciler = new Reconciler(parts);
    this.waiting = new WaitingCalls(parts.scheduler);
    this.archiver = new Archiver({
      ...parts,
      archive: (limit) => this.execute('archive', { limit }, { actor: system }),
    });
    this.ending = new Emitter((error) => {
      parts.log.error('a wait could not be ended', { error: faultName(error) });
    });
    this.ticks = new Ticks({
      ...parts,
      ...{ ledger: this.ledger, reader: this.reader, surroundings: this.surroundings, waiting: this.waiting },
      dispatcher: new Dispatcher({ ...parts, settings, transport, refused }),
      settings,
    });
    this.ticker = new Ticker({
      ...parts,
      tickMs: () => settings().tickMs,
      nextDeadline: () => this.nextDeadline(),
      tick: async (isFull) => {
        await this.ticks.run(isFull);
        // Retention takes no lease whose receipt still waits, so it comes after them.
        void this.projectAside().then(() => this.archiver.daily());
      },
    });
  }

  /** The state as decided so far; what is told to anybody goes through `read`. */
  get state(): State {
    return this.ledger.state;
  }

  /** Confirmed events, in order. */
  get onEvents(): Event<readonly RegisterEvent[]> {
    return this.ledger.onConfirmed;
  }

  /** Folds the register and grants what a restart grants (C16). Nothing ticks yet. */
  async open(): Promise<void> {
    await this.ledger.load();
    this.startedAt = this.parts.clock.now();
    const started = await this.execute('start', {}, { actor: system });
    if (started.ok) this.ticks.resendFirst(started.value.resends);
  }

  /** From here on it ticks by itself: every `tick`, on known changes and at deadlines. */
  startTicking(): void {
    this.owned.add(this.ticker);
    this.owned.add(
      this.onEvents((events) => {
        if (events.some(isKnownChange)) this.ticker.nudge();
      }),
    );
    for (const transport of this.parts.transports) {
      const watching = transport.watch?.(() => this.ticker.nudge());
      if (watching !== undefined) this.owned.add(watching);
    }
    this.ticker.start();
  }

  /** A source has news: it is read at once. */
  refresh(source: string | null): void {
    for (const { name } of this.parts.sources())
      if (source === null || source === name) this.reader.invalidate(name);
    this.ticker.nudge();
  }

  execute<T extends CommandType>(
    type: T,
    params: CommandOf<T>['params'],
    by: CallBy,
  ): Promise<Result<Answers[T], Rejection>> {
    return this.ledger.execute(type, params, { ...by, facts: this.surroundings.facts(this.state) });
  }

  /** Reads confirmed state. */
  read<T>(look: (state: State) => T): Promise<T> {
    return this.ledger.read(look);
  }

  /** Events about a task, lease or worker, in order of position (C20). */
  history(filter: HistoryFilter, from: number, limit: number): Promise<EventPage> {
    return this.parts.register.history(filter, from, limit);
  }

  /**
   * Marks what retention is due to take as archived; it also does so by itself once a day. The register moves the events
   * with its next snapshot.
   */
  archive(options?: ArchiveOptions): Promise<Answers['archive']> {
    return this.archiver.run(options);
  }

  /** One tick, after any that is under way: sources, rules, sends, receipts. Never rejects for the outside's sake (C4). */
  async tick(isFull = true): Promise<void> {
    await this.ticks.run(isFull);
    await this.project();
  }

  /** Delivers pending receipts by itself (C19). */
  project(): Promise<void> {
    return this.projector.project(this.projection());
  }

  /** Why receipts wait that no source has acknowledged. */
  receiptWaits(state: State): ReceiptWait[] {
    return receiptWaits({
      pending: [...state.outbox.values()],
      sources: this.parts.sources().map(({ name }) => name),
      projections: this.projector.statuses(),
    });
  }

  /** `lease.next`; with `waitMs` it waits for work that long (C6). */
  async next(
    params: CommandOf<'lease.next'>['params'],
    by: CallBy,
    wait: { readonly waitMs: number; readonly signal?: AbortSignal },
  ): Promise<Result<Answers['lease.next'], Rejection>> {
    const answer = await this.execute('lease.next', params, by);
    if (!answer.ok || answer.value.grant !== null || wait.waitMs <= 0) return answer;
    const waiter = waiterOf(params, by, answer.value, this.parts.configuration().settings);
    const waited = this.waiting.wait(waiter, answer.value, wait.waitMs, wait.signal);
    // Something may have become free between the answer and the wait.
    this.ticker.nudge();
    return { ok: true, value: await waited };
  }

  /** Reports a turn: fence, reconcile outside the queue, fence again, read (T2). A source without such words is not waited for. */
  async turn(
    params: Omit<CommandOf<'lease.turn'>['params'], 'reconciled'>,
    by: CallBy,
  ): Promise<Result<Answers['lease.turn'], Rejection>> {
    const unread = { ...params, reconciled: null };
    const source = this.sourceOfCall(params);
    if (source?.reconcile === undefined) {
      const told = await this.execute('lease.turn', unread, by);
      const lease = resolveLease(this.state, params);
      if (lease.ok && told.ok && told.value.reason !== 'gated') this.reconciler.heard(lease.value.taskId);
      return told;
    }
    const { actor, request = null } = by;
    const command = { type: 'lease.turn', params: unread, actor, request } as const;
    const context = this.ledger.context(this.surroundings.facts(this.state));
    const task = taskOfTurn(this.state, command, context);
    if (task === null) return this.execute('lease.turn', unread, by);
    // The holder has called in time, however long its source takes (C13).
    if (params.verdict !== 'refuse') await this.execute('lease.renew', params, { actor });
    const reconciled = await this.reconciler.reconcile(task, source);
    return this.execute('lease.turn', { ...params, reconciled }, by);
  }

  private sourceOfCall(call: LeaseCall): Source | undefined {
    const lease = resolveLease(this.state, call);
    const task = lease.ok ? this.state.tasks.get(lease.value.taskId) : undefined;
    return this.parts.sources().find(({ name }) => name === task?.facts.source);
  }

  /** Settles with the question as soon as it is no longer open, or when the time is up (T7). */
  async waitForQuestion(id: string, waitMs: number, signal?: AbortSignal): Promise<Question | undefined> {
    const find = ({ questions }: State): Question | undefined => questions.get(id as QuestionId);
    const { scheduler } = this.parts;
    const { onEvents } = this;
    const look = (): Question | undefined => find(this.state);
    await waitForQuestion({ onEvents, onEnd: this.ending.event, look, scheduler, waitMs, signal });
    return this.read(find);
  }

  /** A worker's connection closed, or is there again (W6). */
  detach(worker: WorkerId): void {
    this.surroundings.detach(worker);
  }

  attach(worker: WorkerId): void {
    this.surroundings.attach(worker);
  }

  health(): HealthRow[] {
    return buildHealth({
      now: this.parts.clock.now(),
      startedAt: this.startedAt,
      lastTickAt: this.ticks.endedAt,
      state: this.state,
      configuration: this.parts.configuration(),
      sources: this.reader.statuses(),
      projections: this.projector.statuses(),
      sessions: this.reconciler.statuses(),
      transports: this.parts.transports.map(({ kind }) => kind),
      look: (process) => this.parts.presence.look(process),
    });
  }

  /** Ends the ticks and answers what waits; the register is its owner's to close. */
  async dispose(): Promise<void> {
    this.owned.dispose();
    this.waiting.dispose();
    this.ending.fire(undefined);
    await this.ticks.settled();
    await this.projector.settled();
    await this.archiver.end();
  }

  private nextDeadline(): number | null {
    const { judgedAt } = this.ticks;
    const times = [nextDeadline(this.state, judgedAt), this.projector.nextAt(judgedAt)];
    const known = times.filter((at) => at !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  private projection(): ProjectionWork {
    return {
      pending: () => this.read(({ outbox }) => [...outbox.values()]),
      sources: this.parts.sources,
      acknowledge: async (receiptIds) => {
        await this.execute('receipts.acknowledge', { receiptIds }, { actor: system });
      },
    };
  }

  /** Receipts go their way beside the ticks: a slow source delays nothing but its receipts (C19). */
  private async projectAside(): Promise<void> {
    try {
      await this.projector.projectIfIdle(this.projection());
      this.ticker.heedDeadline();
    } catch (error) {
      this.parts.log.error('receipts could not be taken from the register', { error: faultName(error) });
    }
  }

  /** An operator's `lease.send`: looks at the endpoints first, then sends (C11). */
  async send(
    params: CommandOf<'lease.send'>['params'],
    by: CallBy,
  ): Promise<Result<Answers['lease.send'], Rejection>> {
    const endpoints = await this.surroundings.lookAtEndpoints('person');
    const facts = { ...this.surroundings.facts(this.state), endpoints };
    const sent = await this.ledger.execute('lease.send', params, { ...by, facts });
    if (!sent.ok) return err(sent.error);
    await this.ticks.deliver([sent.value.lease.id], 'person');
    return sent;
  }
}

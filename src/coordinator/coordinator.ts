import { DisposableStore } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import { err, type Result } from '../base/result.ts';
import type { Answers, CommandOf, CommandType } from '../core/commands.ts';
import type { RequestMark, Waiter } from '../core/context.ts';
import { wouldTurn } from '../core/decide/decide.ts';
import type { Actor, RegisterEvent } from '../core/events.ts';
import type { LeaseId, QuestionId, RepoSlug, TaskId, WorkerId } from '../core/model/ids.ts';
import type { Question } from '../core/model/records.ts';
import type { Settings } from '../core/model/settings.ts';
import type { State } from '../core/model/state.ts';
import type { Rejection } from '../core/rejection.ts';
import { Dispatcher } from './dispatcher.ts';
import { buildHealth, type HealthRow } from './health.ts';
import { isKnownChange } from './knownChange.ts';
import { Ledger } from './ledger.ts';
import { nextDeadline } from './nextDeadline.ts';
import type {
  Absence,
  Clock,
  ConfigurationState,
  EventPage,
  HistoryFilter,
  IdSource,
  Log,
  Presence,
  Register,
  Scheduler,
  Source,
  Transport,
  WorkTrees,
} from './ports.ts';
import { Projector } from './projector.ts';
import { Reconciler } from './reconciler.ts';
import { SourceReader } from './sourceReader.ts';
import { Surroundings } from './surroundings.ts';
import { Ticker } from './ticker.ts';
import { waitForQuestion } from './waitForQuestion.ts';
import { WaitingCalls } from './waitingCalls.ts';

export interface CoordinatorParts {
  readonly register: Register;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: IdSource;
  readonly log: Log;
  readonly presence: Presence;
  readonly trees: WorkTrees;
  readonly absence: Absence;
  readonly configuration: () => ConfigurationState;
  /** The sources in force, in the order of the configuration; called anew at each tick. */
  readonly sources: () => readonly Source[];
  readonly transports: readonly Transport[];
}

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
  private readonly dispatcher: Dispatcher;
  private readonly projector: Projector;
  private readonly reconciler: Reconciler;
  private readonly waiting: WaitingCalls;
  private readonly ticker: Ticker;
  private readonly owned = new DisposableStore();
  private startedAt = 0;
  /** When a tick last judged all deadlines: what it could not settle waits for the ordinary ticks. */
  private judgedAt = 0;
  private lastTickAt: number | null = null;
  private ticking: Promise<void> = Promise.resolve();
  private isFirstTick = true;
  private resends: readonly LeaseId[] = [];

  constructor(parts: CoordinatorParts) {
    this.parts = parts;
    const settings = (): Settings => parts.configuration().settings;
    const transport = (kind: string) => parts.transports.find((known) => known.kind === kind);
    this.ledger = new Ledger({ ...parts, settings });
    this.reader = new SourceReader({ ...parts, workers: () => this.state.workers });
    this.surroundings = new Surroundings({ ...parts, sources: this.reader, transport, settings });
    this.dispatcher = new Dispatcher({ log: parts.log, settings, transport });
    this.projector = new Projector({ ...parts, timeoutMs: () => settings().timeoutMs });
    this.reconciler = new Reconciler(parts);
    this.waiting = new WaitingCalls(parts.scheduler);
    this.ticker = new Ticker({
      ...parts,
      tickMs: () => settings().tickMs,
      nextDeadline: () => this.nextDeadline(),
      tick: (isFull) => this.tick(isFull),
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
    if (started.ok) this.resends = started.value.resends;
  }

  /** From here on it ticks by itself: every `tick`, on known changes and at deadlines. */
  startTicking(): void {
    this.owned.add(this.ticker);
    this.owned.add(
      this.onEvents((events) => {
        if (events.some(isKnownChange)) this.ticker.nudge();
      }),
    );
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

  /** One tick, after any that is under way: sources, rules, sends, receipts. Never rejects for the outside's sake (C4). */
  tick(isFull = true): Promise<void> {
    const mine = this.ticking.then(() => this.tickNow(isFull));
    this.ticking = mine.catch(() => undefined);
    return mine;
  }

  /** Delivers pending receipts by itself (C19). */
  project(): Promise<void> {
    return this.projector.project(this.state, this.parts.sources(), async (receiptIds) => {
      await this.execute('receipts.acknowledge', { receiptIds }, { actor: system });
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
    const worker = params.worker ?? params.repo ?? this.parts.configuration().settings.repos[0]?.slug;
    const waiter: Waiter = {
      worker: worker as WorkerId,
      session: params.session ?? null,
      process: params.process ?? null,
      repo: (params.repo ?? null) as RepoSlug | null,
      taskId: (params.task ?? null) as TaskId | null,
      ttlMs: typeof params.ttl_ms === 'number' ? params.ttl_ms : null,
      request: by.request ?? null,
    };
    return { ok: true, value: await this.waiting.wait(waiter, answer.value, wait.waitMs, wait.signal) };
  }

  /** Reports a turn: fence, reconcile outside the queue, fence again, read (T2). */
  async turn(
    params: Omit<CommandOf<'lease.turn'>['params'], 'reconciled'>,
    by: CallBy,
  ): Promise<Result<Answers['lease.turn'], Rejection>> {
    const unread = { ...params, reconciled: null };
    const command = {
      type: 'lease.turn',
      params: unread,
      actor: by.actor,
      request: by.request ?? null,
    } as const;
    const context = this.ledger.context(this.surroundings.facts(this.state));
    if (!wouldTurn(this.state, command, context)) return this.execute('lease.turn', unread, by);
    const task = this.taskOf(params);
    if (task === undefined) return this.execute('lease.turn', unread, by);
    const source = this.parts.sources().find(({ name }) => name === task.facts.source);
    const reconciled = await this.reconciler.reconcile(task, source);
    return this.execute('lease.turn', { ...params, reconciled }, by);
  }

  /** Settles with the question as soon as it is no longer open, or when the time is up (T7). */
  waitForQuestion(id: string, waitMs: number, signal?: AbortSignal): Promise<Question | undefined> {
    const limits = { scheduler: this.parts.scheduler, waitMs, ...(signal === undefined ? {} : { signal }) };
    return waitForQuestion(this.onEvents, () => this.state.questions.get(id as QuestionId), limits);
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
      lastTickAt: this.lastTickAt,
      state: this.state,
      configuration: this.parts.configuration(),
      sources: this.reader.statuses(),
      projections: this.projector.statuses(),
      sessions: this.reconciler.statuses(),
      transports: this.parts.transports.map(({ kind }) => kind),
    });
  }

  /** Ends the ticks and answers what waits; the register is its owner's to close. */
  async dispose(): Promise<void> {
    this.owned.dispose();
    this.waiting.dispose();
    await this.ticking;
  }

  private taskOf({ lease, task }: { readonly lease?: string; readonly task?: string }) {
    const { state } = this;
    const id = lease === undefined ? task : state.live.get(lease as LeaseId)?.taskId;
    return state.tasks.get(id as TaskId);
  }

  private nextDeadline(): number | null {
    const times = [nextDeadline(this.state, this.judgedAt), this.projector.nextAt(this.judgedAt)];
    const known = times.filter((at) => at !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  private async tickNow(isFull: boolean): Promise<void> {
    const { settings } = this.parts.configuration();
    const readings = await this.reader.read(this.parts.sources(), settings, isFull ? 0 : settings.tickMs);
    const deliveries = await this.dispatcher.look(this.state);
    const facts = await this.surroundings.factsForTick(this.state, this.waiting.waiters());
    const absentMs = this.parts.absence.take();
    const by = { actor: system, facts };
    this.judgedAt = this.parts.clock.now();
    const ticked = await this.ledger.execute('tick', { readings, absentMs, deliveries }, by);
    if (!ticked.ok) throw new Error(`the tick was refused: ${ticked.error.message}`);
    this.waiting.serve(ticked.value.handOuts);
    const unsure = this.isFirstTick ? this.resends : [];
    this.isFirstTick = false;
    await this.deliver([...new Set([...unsure, ...ticked.value.sends])]);
    this.lastTickAt = this.parts.clock.now();
    await this.project();
  }

  private async deliver(ids: readonly LeaseId[]): Promise<void> {
    for (const report of await this.dispatcher.send(this.state, ids)) {
      const stored = await this.execute('delivery.report', report, { actor: system });
      if (!stored.ok) throw new Error(`a delivery report was refused: ${stored.error.message}`);
    }
  }

  /** An operator's `lease.send`: looks at the endpoints first, then sends (C11). */
  async send(
    params: CommandOf<'lease.send'>['params'],
    by: CallBy,
  ): Promise<Result<Answers['lease.send'], Rejection>> {
    const endpoints = await this.surroundings.lookAtEndpoints();
    const facts = { ...this.surroundings.facts(this.state), endpoints };
    const sent = await this.ledger.execute('lease.send', params, { ...by, facts });
    if (!sent.ok) return err(sent.error);
    await this.deliver([sent.value.lease.id]);
    return sent;
  }
}

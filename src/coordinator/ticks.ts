import type { Commands, HandOut } from '../core/commands.ts';
import type { Facts } from '../core/context.ts';
import type { Actor } from '../core/events.ts';
import type { LeaseId } from '../core/model/ids.ts';
import type { SourceReading } from '../core/model/snapshot.ts';
import type { Settings } from '../core/model/settings.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Ledger } from './ledger.ts';
import type { Absence, AskedBy, Clock, Source } from './ports.ts';
import type { SourceReader } from './sourceReader.ts';
import type { Surroundings } from './surroundings.ts';
import type { WaitingCalls } from './waitingCalls.ts';

export interface TicksParts {
  readonly ledger: Ledger;
  readonly reader: SourceReader;
  readonly surroundings: Surroundings;
  readonly dispatcher: Dispatcher;
  readonly waiting: WaitingCalls;
  readonly clock: Clock;
  readonly absence: Absence;
  readonly sources: () => readonly Source[];
  readonly settings: () => Settings;
}

const system: Actor = { surface: 'system', name: 'coordinator' };

/** Looks at sources and surroundings, decides, and sends what was decided; one tick at a time (C4). */
export class Ticks {
  private readonly parts: TicksParts;
  private running: Promise<void> = Promise.resolve();
  private resends: readonly LeaseId[] = [];
  private lastJudgedAt = 0;
  private lastEndedAt: number | null = null;

  constructor(parts: TicksParts) {
    this.parts = parts;
  }

  /** When a tick last judged all deadlines: what it could not settle waits for the ordinary ticks. */
  get judgedAt(): number {
    return this.lastJudgedAt;
  }

  get endedAt(): number | null {
    return this.lastEndedAt;
  }

  /** Offers of a former process whose send nobody knows the outcome of: the first tick sends them again (C9). */
  resendFirst(ids: readonly LeaseId[]): void {
    this.resends = ids;
  }

  /** Runs after any tick under way. */
  run(isFull: boolean): Promise<void> {
    const mine = this.running.then(() => this.runNow(isFull));
    this.running = mine.catch(() => undefined);
    return mine;
  }

  /** Settles when no tick is under way. */
  settled(): Promise<void> {
    return this.running;
  }

  /** Sends offers whose intent is confirmed and stores what came of it. */
  async deliver(ids: readonly LeaseId[], askedBy: AskedBy): Promise<void> {
    const { ledger, dispatcher } = this.parts;
    for (const report of await dispatcher.send(ledger.state, ids, askedBy)) {
      const facts = this.parts.surroundings.facts(ledger.state);
      const stored = await ledger.execute('delivery.report', report, { actor: system, facts });
      if (!stored.ok) throw new Error(`a delivery report was refused: ${stored.error.message}`);
    }
  }

  private async runNow(isFull: boolean): Promise<void> {
    const { ledger, reader, dispatcher, surroundings, absence, clock } = this.parts;
    const settings = this.parts.settings();
    const readings = await reader.read(this.parts.sources(), settings, isFull ? 0 : settings.tickMs);
    const deliveries = await dispatcher.look(ledger.state);
    const facts = await surroundings.factsForTick(ledger.state);
    this.lastJudgedAt = clock.now();
    const sends = await this.decide({ readings, absentMs: absence.take(), deliveries }, facts);
    const unsure = this.takeUnsure(readings);
    await this.deliver([...new Set([...unsure, ...sends])], 'tick');
    this.lastEndedAt = clock.now();
  }

  /** Offers whose send nobody knows the outcome of; nothing of a source that failed is sent again until it answers (C4, C9). */
  private takeUnsure(readings: readonly SourceReading[]): readonly LeaseId[] {
    const { live, tasks } = this.parts.ledger.state;
    const good = new Set(readings.filter(({ ok }) => ok).map(({ source }) => source));
    const isGood = (id: LeaseId): boolean => {
      const lease = live.get(id);
      return lease !== undefined && good.has(tasks.get(lease.taskId)?.facts.source ?? '');
    };
    const unsure = this.resends.filter((id) => live.has(id));
    this.resends = unsure.filter((id) => !isGood(id));
    return unsure.filter(isGood);
  }

  /** Decides for those who wait at that moment: whoever has gone while others were looked at gets no lease (C6). */
  private async decide(seen: Commands['tick'], facts: Facts): Promise<readonly LeaseId[]> {
    const { ledger, waiting } = this.parts;
    let handOuts: readonly HandOut[] = [];
    try {
      const by = { actor: system, facts: { ...facts, waiters: waiting.waiters() } };
      const ticked = await ledger.execute('tick', seen, by);
      if (!ticked.ok) throw new Error(`the tick was refused: ${ticked.error.message}`);
      ({ handOuts } = ticked.value);
      return ticked.value.sends;
    } finally {
      waiting.serve(handOuts);
    }
  }
}

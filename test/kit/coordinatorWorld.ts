import { Coordinator, type CallBy } from '../../src/coordinator/coordinator.ts';
import type {
  Absence,
  IdSource,
  Log,
  LogFacts,
  Offer,
  Presence,
  Register,
  Source,
  Transport,
  WorkTrees,
} from '../../src/coordinator/ports.ts';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { Look } from '../../src/core/context.ts';
import type { IdKinds, LeaseId, ReceiptId } from '../../src/core/model/ids.ts';
import type { Lease, TransportRecord } from '../../src/core/model/lease.ts';
import type { Receipt } from '../../src/core/model/records.ts';
import type { Settings } from '../../src/core/model/settings.ts';
import type { HumanInput, Snapshot } from '../../src/core/model/snapshot.ts';
import { WorkspaceSource } from '../../src/sources/workspaceSource.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { ManualTime } from './manualTime.ts';
import { settingsWith } from './settings.ts';

/** A source that says what the test puts into it, or fails. */
export class FakeHub implements Source {
  readonly name: string;
  readonly projected: Receipt[] = [];
  says: Snapshot | Error;
  takesReceipts = true;
  human: HumanInput | Error | 'silence' = { decisions: [] };

  constructor(says: Snapshot, name = 'hub') {
    this.says = says;
    this.name = name;
  }

  async snapshot(): Promise<Snapshot> {
    if (this.says instanceof Error) throw this.says;
    return this.says;
  }

  reconcile(_externalId: string, signal: AbortSignal): Promise<HumanInput> {
    if (this.human instanceof Error) return Promise.reject(this.human);
    if (this.human !== 'silence') return Promise.resolve(this.human);
    return new Promise((_, fail) => {
      signal.addEventListener('abort', () => {
        fail(new Error('aborted'));
      });
    });
  }

  async project(receipts: readonly Receipt[]): Promise<readonly ReceiptId[]> {
    if (!this.takesReceipts) throw new Error('the hub is down');
    this.projected.push(...receipts);
    return receipts.map(({ id }) => id);
  }
}

/** Records what is sent; answers, or throws, what the test says. */
export class FakeTransport implements Transport {
  readonly kind = 'command';
  readonly sent: Offer[] = [];
  looksLike: Look = { ok: true, endpointId: 'endpoint' };
  answer: TransportRecord | Error = { endpointId: 'endpoint', state: 'injected', reason: null };
  later: TransportRecord | null = null;

  async look(): Promise<Look> {
    return this.looksLike;
  }

  async send(offer: Offer): Promise<TransportRecord> {
    this.sent.push(offer);
    if (this.answer instanceof Error) throw this.answer;
    return this.answer;
  }

  async read(): Promise<TransportRecord | null> {
    return this.later;
  }
}

export class RecordingLog implements Log {
  readonly lines: string[] = [];
  info(message: string, facts?: LogFacts): void {
    this.lines.push(`info ${message} ${JSON.stringify(facts ?? {})}`);
  }
  warn(message: string, facts?: LogFacts): void {
    this.lines.push(`warn ${message} ${JSON.stringify(facts ?? {})}`);
  }
  error(message: string, facts?: LogFacts): void {
    this.lines.push(`error ${message} ${JSON.stringify(facts ?? {})}`);
  }
}

/** UUIDv7 of the manual clock, with bytes that count up. */
class CountingIds implements IdSource {
  private readonly time: ManualTime;
  private count = 0;

  constructor(time: ManualTime) {
    this.time = time;
  }

  newId<K extends keyof IdKinds>(_kind: K): IdKinds[K] {
    const bytes = new Uint8Array(10);
    new DataView(bytes.buffer).setUint32(6, ++this.count);
    return uuid7(this.time.now(), bytes) as IdKinds[K];
  }

  newSecret(): string {
    return `secret${String(++this.count)}`;
  }

  random(): number {
    return 0.5;
  }
}

/** Everything a coordinator stands on, as fakes; several coordinators can be opened over it one after another. */
export class World {
  readonly time = new ManualTime();
  readonly store = new MemoryStore();
  readonly transport = new FakeTransport();
  readonly log = new RecordingLog();
  readonly hub: FakeHub;
  /** Sources beside it. */
  readonly others: FakeHub[] = [];
  readonly presence = { look: (): ReturnType<Presence['look']> => 'unknown' } satisfies Presence;
  readonly trees: WorkTrees = { isDirty: () => Promise.resolve(false) };
  absentMs = 0;
  settings: Settings;
  private readonly opened: Coordinator[] = [];

  constructor(says: Snapshot, settings: Partial<Settings> = {}) {
    this.hub = new FakeHub(says);
    this.settings = settingsWith(settings);
  }

  /** Opens a coordinator over the store; nothing ticks but by `tick()`. */
  async open(register: Register = this.store.open()): Promise<Coordinator> {
    const absence: Absence = { take: () => this.absentMs };
    const ids = new CountingIds(this.time);
    const coordinator: Coordinator = new Coordinator({
      register,
      clock: this.time,
      scheduler: this.time,
      ids,
      log: this.log,
      presence: this.presence,
      trees: this.trees,
      absence,
      configuration: () => ({ settings: this.settings, problems: [], pending: null }),
      sources: () => [new WorkspaceSource(() => coordinator.state), this.hub, ...this.others],
      transports: [this.transport],
    });
    await coordinator.open();
    this.opened.push(coordinator);
    return coordinator;
  }

  async close(): Promise<void> {
    for (const coordinator of this.opened.splice(0)) await coordinator.dispose();
  }
}

/** All leases in order of creation, final ones included. */
export const leasesOf = (coordinator: Coordinator): Lease[] =>
  [...coordinator.state.closed.values(), ...coordinator.state.live.values()].sort((a, b) =>
    a.id.localeCompare(b.id),
  );

export const leaseOf = (coordinator: Coordinator, id: LeaseId): Lease => {
  const lease = coordinator.state.live.get(id) ?? coordinator.state.closed.get(id);
  if (lease === undefined) throw new Error(`there is no lease ${id}`);
  return lease;
};

export const byWorker = (name = 'demo'): CallBy => ({ actor: { surface: 'worker', name } });
export const byOperator = (name = 'pat'): CallBy => ({ actor: { surface: 'operator', name } });

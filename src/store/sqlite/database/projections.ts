import { eventsFromText } from './eventText.ts';
import type { Database } from 'sql.js';
import { evolveStored } from '../../../core/evolve/evolve.ts';
import type { RegisterEvent } from '../../../core/events.ts';
import type { LeaseId } from '../../../core/model/ids.ts';
import { initialState, type MutableState } from '../../../core/model/state.ts';
import { restoreState } from '../../../core/model/storedState.ts';
import { damaged } from '../storeFaults.ts';
import { foldedFrom, readFolded, writeFolded } from './foldedState.ts';
import { readEvents, row } from './eventRows.ts';
import {
  decisionRow,
  leaseRow,
  questionRow,
  receiptRow,
  requestRow,
  type Row,
  taskRow,
  triggerRow,
} from './projectionRows.ts';
import { RecordingTable } from './recordingTable.ts';
import { RowWriter } from './rowWriter.ts';

const foldedAtOnce = 2000;

/** State whose projected tables remember what was touched. */
function recordingState() {
  const projected = {
    tasks: new RecordingTable(),
    live: new RecordingTable(),
    closed: new RecordingTable(),
    triggers: new RecordingTable(),
    questions: new RecordingTable(),
    decisions: new RecordingTable(),
    outbox: new RecordingTable(),
    requests: new RecordingTable(),
  } as const satisfies Partial<Record<keyof MutableState, RecordingTable<unknown, unknown>>>;
  return { ...initialState(), ...projected } as Recorded<MutableState, keyof typeof projected>;
}
type Recorded<S, Names extends keyof S> = S & {
  readonly [N in Names]: S[N] extends { get(key: infer K): infer V }
    ? RecordingTable<K, NonNullable<V>>
    : never;
};

/** The register's state, folded by the core's own rules, whose changes become rows for people. */
export class Projections {
  private readonly database: Database;
  private readonly state = recordingState();

  /** Begins with the state that the database holds folded, and folds the events in it that are above. */
  constructor(database: Database) {
    this.database = database;
    const parts = readFolded(database);
    if (parts !== null) restoreState(foldedFrom(parts), this.state);
    for (let from: number | null = this.state.position + 1; from !== null;) {
      const { text, next } = readEvents(database, {}, from, foldedAtOnce);
      this.fold(eventsFromText(text));
      from = next;
    }
    for (const table of Object.values(this.state)) {
      if (table instanceof RecordingTable) table.takeTouched();
    }
  }

  /** Folds the next events, which are in `events` already, and writes what they changed. */
  apply(events: readonly RegisterEvent[]): void {
    this.fold(events);
    const { state } = this;
    this.write('tasks', state.tasks, taskRow);
    this.write('triggers', state.triggers, triggerRow);
    this.write('questions', state.questions, questionRow);
    this.write('decisions', state.decisions, decisionRow);
    this.write('receipts', state.outbox, receiptRow);
    this.write('requests', state.requests, requestRow, 'key');
    this.writeLeases();
  }

  /** Stores the folded state itself, for the next start. */
  store(): void {
    writeFolded(this.database, this.state);
  }

  private fold(events: readonly RegisterEvent[]): void {
    try {
      for (const event of events) evolveStored(this.state, event);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw damaged(`the stored events can't be replayed (${reason})`, error);
    }
  }

  private write<K extends string, V>(
    name: string,
    table: RecordingTable<K, V>,
    rowOf: (value: V) => Row,
    key = 'id',
  ): void {
    const rows = new RowWriter(this.database, name, key);
    for (const touched of table.takeTouched()) {
      const value = table.get(touched);
      if (value === undefined) rows.remove(touched);
      else rows.put(rowOf(value));
    }
    rows.done();
  }

  /** A lease is in one of two tables, and moves from one to the other when it ends. */
  private writeLeases(): void {
    const { live, closed } = this.state;
    const rows = new RowWriter(this.database, 'leases');
    for (const id of new Set([...live.takeTouched(), ...closed.takeTouched()])) {
      const lease = live.get(id) ?? closed.get(id);
      if (lease === undefined) rows.remove(id);
      else rows.put(leaseRow(lease, this.acknowledgedAt(id)));
    }
    rows.done();
  }

  /** An ended lease no longer says when it was acknowledged; its events do. */
  private acknowledgedAt(id: LeaseId): number | null {
    const sql = `SELECT max(at) FROM events WHERE lease_id = ? AND type = 'LeaseAcknowledged'`;
    const [at] = row(this.database, sql, [id]);
    return typeof at === 'number' ? at : null;
  }
}

import { randomBytes, randomUUID } from 'node:crypto';
import { uuid7With } from '../../../src/base/uuid7.ts';
import { checkpointNote } from '../kit/workers.ts';
import type { SqlDriver } from './sqlDriver.ts';

const schema = `
CREATE TABLE leases (id INTEGER PRIMARY KEY, repo TEXT NOT NULL, state TEXT NOT NULL, epoch TEXT, deadline_at INTEGER,
  title TEXT NOT NULL, checkpoint TEXT);
CREATE INDEX leases_by_repo ON leases (repo, id) WHERE state = 'pending';
CREATE TABLE events (position INTEGER PRIMARY KEY, id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
  lease_id INTEGER, data TEXT NOT NULL);
CREATE INDEX events_by_lease ON events (lease_id, position);
CREATE TABLE requests (id TEXT PRIMARY KEY, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;`;

const leaseTtlMs = 600_000;
const newId = (): string => uuid7With(Date.now(), randomUUID());

interface Held {
  readonly id: number;
  readonly epoch: string;
}

/** Steps that come in one turn of the loop share a transaction, as a well-made queue has them. */
class GroupCommit {
  private readonly driver: SqlDriver;
  private waiting: { readonly work: () => void; readonly done: () => void }[] = [];

  constructor(driver: SqlDriver) {
    this.driver = driver;
  }

  async commit<T>(work: () => T): Promise<T> {
    let answer: T | undefined;
    await new Promise<void>((done) => {
      if (this.waiting.length === 0) setImmediate(() => this.flush());
      this.waiting.push({ work: () => (answer = work()), done });
    });
    return answer as T;
  }

  private flush(): void {
    const turn = this.waiting;
    this.waiting = [];
    this.driver.transaction(() => {
      for (const { work } of turn) work();
    });
    for (const { done } of turn) done();
  }
}

/**
 * The work of a lease's life on an embedded SQLite, in the process that works: the same steps, each fenced, with its event,
 * its request id and its answer, durable before it is answered.
 */
export class SqlQueue {
  private readonly driver: SqlDriver;
  private readonly group: GroupCommit;

  /** @param history events that are there before */
  constructor(driver: SqlDriver, history: number) {
    this.driver = driver;
    this.group = new GroupCommit(driver);
    driver.exec(schema);
    driver.transaction(() => {
      for (let count = 0; count < history; count += 1) this.event('TurnReported', null, turnData(newId()));
    });
  }

  add(repo: string, count: number): void {
    const sql = `INSERT INTO leases (repo, state, title) VALUES (?, 'pending', ?)`;
    this.driver.transaction(() => {
      for (let made = 0; made < count; made += 1) this.driver.run(sql, [repo, `Change number ${made}`]);
    });
  }

  async life(repo: string): Promise<void> {
    const held = await this.next(repo);
    await this.turn(held);
    await this.turn(held);
    await this.complete(held);
  }

  private next(repo: string): Promise<Held> {
    return this.group.commit(() => {
      const sql = `SELECT id, title FROM leases WHERE repo = ? AND state = 'pending' ORDER BY id LIMIT 1`;
      const [id] = this.driver.get(sql, [repo]) ?? [];
      if (typeof id !== 'number') throw new Error(`there is no lease for ${repo}`);
      const epoch = `${id}.${randomBytes(16).toString('base64url')}`;
      const update = `UPDATE leases SET state = 'acknowledged', epoch = ?, deadline_at = ? WHERE id = ?`;
      this.driver.run(update, [epoch, Date.now() + leaseTtlMs, id]);
      this.event('LeaseAcknowledged', id, { worker: repo, epoch, ttlMs: leaseTtlMs });
      this.request({ id, epoch });
      return { id, epoch };
    });
  }

  private turn(held: Held): Promise<void> {
    return this.group.commit(() => {
      this.fence(held);
      const update = `UPDATE leases SET deadline_at = ? WHERE id = ?`;
      this.driver.run(update, [Date.now() + leaseTtlMs, held.id]);
      this.event('TurnReported', held.id, turnData(held.epoch));
      this.request({ verdict: 'continue', decisions: [] });
    });
  }

  private complete(held: Held): Promise<void> {
    return this.group.commit(() => {
      this.fence(held);
      const update = `UPDATE leases SET state = 'completed', checkpoint = ? WHERE id = ?`;
      this.driver.run(update, [JSON.stringify(checkpointNote), held.id]);
      this.event('LeaseCompleted', held.id, { checkpoint: checkpointNote, byHolder: true });
      this.request({ state: 'completed' });
    });
  }

  private fence({ id, epoch }: Held): void {
    const [found] =
      this.driver.get(`SELECT epoch FROM leases WHERE id = ? AND state = 'acknowledged'`, [id]) ?? [];
    if (found !== epoch) throw new Error(`lease ${id} is another's`);
  }

  private event(type: string, lease: number | null, data: object): void {
    const sql = `INSERT INTO events (id, type, at, lease_id, data) VALUES (?, ?, ?, ?, ?)`;
    this.driver.run(sql, [newId(), type, Date.now(), lease, JSON.stringify(data)]);
  }

  private request(answer: object): void {
    const sql = `INSERT INTO requests (id, answer, at) VALUES (?, ?, ?)`;
    this.driver.run(sql, [newId(), JSON.stringify(answer), Date.now()]);
  }
}

const turnData = (session: string) => ({
  ...{ asked: 'continue', verdict: 'continue', reason: null, session },
  usage: { context_used: 42_000, context_limit: 200_000 },
});

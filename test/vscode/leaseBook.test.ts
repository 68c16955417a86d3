import assert from 'node:assert/strict';
import type { Deferred } from '../../src/base/deferred.ts';
import { deferred } from '../../src/base/deferred.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import type { LeaseView } from '../../src/protocol/views.ts';
import type { Call } from '../../src/vscode/book.ts';
import { KEPT, LeaseBook } from '../../src/vscode/leaseBook.ts';
import { eventViewOf } from '../kit/eventView.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

/** Answers from `leases`, in pages of two, and notes what it was asked; a `gate` holds answers back. */
class FakeCoordinator {
  readonly leases = new Map<string, LeaseView>();
  readonly asked: string[] = [];
  readonly faults: unknown[] = [];
  position = 7;
  openedAt = 0;
  gate: Deferred<void> | null = null;

  constructor(...leases: LeaseView[]) {
    this.put(...leases);
  }

  put(...leases: LeaseView[]): void {
    for (const lease of leases) this.leases.set(lease.id, lease);
  }

  async open(): Promise<LeaseBook> {
    const book = new LeaseBook(this.call as Call, (error) => this.faults.push(error));
    this.openedAt = await book.open();
    return book;
  }

  /** A book that is open, what that took forgotten. */
  async book(): Promise<LeaseBook> {
    const book = await this.open();
    this.asked.length = 0;
    return book;
  }

  private readonly call = async (method: string, params: Record<string, unknown>): Promise<unknown> => {
    this.asked.push([method, ...Object.values(params)].join(' '));
    await this.gate?.promise;
    if (method === 'lease.show') return this.show(String(params['lease']));
    const from = Number(params['cursor'] ?? 0);
    const next = from + 2 < this.leases.size ? String(from + 2) : null;
    const leases = [...this.leases.values()].slice(from, from + 2);
    return { leases, position: this.position + from, next_cursor: next };
  };

  private show(id: string): unknown {
    const lease = this.leases.get(id);
    if (!lease) throw new ProtocolError('not_found', `no lease ${id}`, 'List them.');
    return { lease, prompt: '', checkpoint: null, position: this.position };
  }
}

const changeOf = (book: LeaseBook): Promise<void> =>
  new Promise((resolve) => {
    const listening = book.onChange(() => {
      listening.dispose();
      resolve();
    });
  });

describe('the book of leases', () => {
  it('lists page by page, and says the position of the first page', async () => {
    const coordinator = new FakeCoordinator(...['a', 'b', 'c'].map((id) => leaseViewOf({ id })));
    const book = await coordinator.open();
    assert.deepEqual([...book.leases.keys()], ['a', 'b', 'c']);
    assert.deepEqual(coordinator.asked, ['lease.list 500', 'lease.list 500 2']);
    assert.equal(coordinator.openedAt, 7);
  });

  it('looks again at the lease of an event, and keeps the others as they are', async () => {
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }), leaseViewOf({ id: 'b' }));
    const book = await coordinator.book();
    const untouched = book.leases.get('b');
    coordinator.put(leaseViewOf({ id: 'a', state: 'completed' }));
    book.see(eventViewOf({ lease_id: 'a' }));
    await changeOf(book);
    assert.equal(book.leases.get('a')?.state, 'completed');
    assert.equal(book.leases.get('b'), untouched);
    assert.deepEqual(coordinator.asked, ['lease.show a']);
  });

  it('events that come while it looks are looked at together', async () => {
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }), leaseViewOf({ id: 'b' }));
    const book = await coordinator.book();
    coordinator.gate = deferred();
    book.see(eventViewOf({ lease_id: 'a' }));
    for (const id of ['b', 'b', 'a', 'b']) book.see(eventViewOf({ lease_id: id }));
    const first = changeOf(book);
    coordinator.gate.resolve();
    await first;
    await changeOf(book);
    assert.deepEqual(coordinator.asked, ['lease.show a', 'lease.show b', 'lease.show a']);
  });

  it('a new lease is a look at it, and at the one that it goes on from', async () => {
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }));
    const book = await coordinator.book();
    coordinator.put(
      leaseViewOf({ id: 'a', state: 'checkpointed', next: 'b' }),
      leaseViewOf({ id: 'b', parent: 'a' }),
    );
    book.see(eventViewOf({ type: 'LeaseCreated', lease_id: 'b', data: { parent: 'a' } }));
    await changeOf(book);
    assert.equal(book.leases.get('a')?.next, 'b');
    assert.equal(book.leases.get('b')?.parent, 'a');
  });

  it('an event about a task is a look at its leases', async () => {
    const coordinator = new FakeCoordinator(
      leaseViewOf({ id: 'a', task_id: 'file/1' }),
      leaseViewOf({ id: 'b', task_id: 'file/2' }),
    );
    const book = await coordinator.book();
    book.see(eventViewOf({ type: 'TaskObserved', task_id: 'file/2' }));
    await changeOf(book);
    assert.deepEqual(coordinator.asked, ['lease.show b']);
  });

  it('C16: an absence moves every deadline, so all are listed again', async () => {
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }));
    const book = await coordinator.book();
    book.see(eventViewOf({ type: 'AbsencePassed' }));
    await changeOf(book);
    assert.deepEqual(coordinator.asked, ['lease.list 500']);
  });

  it('an event about nothing that it shows asks nothing', async () => {
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }));
    const book = await coordinator.book();
    book.see(eventViewOf({ type: 'ReceiptsAcknowledged' }));
    assert.deepEqual(coordinator.asked, []);
  });

  it('keeps all that live and the newest that ended', async () => {
    const ended = Array.from({ length: KEPT + 2 }, (_, at) =>
      leaseViewOf({ id: `e${at}`, state: 'completed', ended_at: at }),
    );
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }), ...ended);
    const book = await coordinator.book();
    assert.equal(book.leases.size, KEPT + 1);
    assert.ok(book.leases.has('a'));
    assert.deepEqual([book.leases.has('e1'), book.leases.has('e2')], [false, true]);
  });

  it('says when the coordinator did not answer, and nothing once it is disposed', async () => {
    const coordinator = new FakeCoordinator(leaseViewOf({ id: 'a' }));
    const book = await coordinator.book();
    coordinator.gate = deferred();
    book.see(eventViewOf({ lease_id: 'a' }));
    coordinator.gate.reject(new ProtocolError('unavailable', 'gone', 'Wait.'));
    await new Promise(setImmediate);
    assert.equal(coordinator.faults.length, 1);

    coordinator.gate = deferred();
    book.see(eventViewOf({ lease_id: 'a' }));
    book.dispose();
    coordinator.gate.reject(new ProtocolError('unavailable', 'gone', 'Wait.'));
    await new Promise(setImmediate);
    assert.equal(coordinator.faults.length, 1);
  });
});

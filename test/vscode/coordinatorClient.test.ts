import assert from 'node:assert/strict';
import { Emitter } from '../../src/base/emitter.ts';
import type { Client, ServerNotification } from '../../src/ipc/client.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import type { EventView, LeaseView, QuestionView } from '../../src/protocol/views.ts';
import { CoordinatorClient } from '../../src/vscode/coordinatorClient.ts';
import { leaseViewOf } from '../kit/leaseView.ts';
import { ManualTime } from '../kit/manualTime.ts';
import { questionViewOf } from '../kit/questionView.ts';

const gone = new ProtocolError('unavailable', 'the coordinator has moved', 'Wait.', {
  facts: { moved: true },
});

/** A coordinator that serves connections while it is up. */
class FakeCoordinator {
  isUp = true;
  attempts = 0;
  readonly asked: string[] = [];
  readonly leases: LeaseView[] = [];
  readonly questions: QuestionView[] = [];
  private readonly ends: (() => void)[] = [];
  private readonly notifications = new Emitter<ServerNotification>(assert.ifError);

  readonly connect = async (): Promise<Client> => {
    this.attempts += 1;
    if (!this.isUp) throw new ProtocolError('unavailable', 'no coordinator answers', 'Open the folder.');
    const closed = new AbortController();
    const end = (): void => closed.abort(gone);
    this.ends.push(end);
    return {
      welcome: { protocol_version: 1, server_version: '0', surface: 'operator', root: '/r', term: 1 },
      onNotification: this.notifications.event,
      closed: closed.signal,
      request: ((method: string, params: unknown) => this.answer(method, params)) as Client['request'],
      dispose: end,
    };
  };

  /** Ends every connection. */
  leave(): void {
    this.isUp = false;
    for (const end of this.ends.splice(0)) end();
  }

  tell(lease: LeaseView): void {
    this.leases.splice(0, 1, lease);
    this.say({ lease_id: lease.id, task_id: null, type: 'LeaseRenewed', data: {} });
  }

  say(event: Partial<EventView>): void {
    this.notifications.fire({ method: 'event', params: event } as unknown as ServerNotification);
  }

  private readonly answer = async (method: string, params: unknown): Promise<unknown> => {
    this.asked.push([method, ...Object.values(params as Record<string, number>)].join(' '));
    return this.answers[method as keyof typeof this.answers]();
  };

  private readonly answers = {
    'lease.show': () => ({ lease: this.leases[0], position: 2 }),
    'lease.list': () => ({ leases: this.leases, position: 7, next_cursor: null }),
    'question.list': () => ({ questions: this.questions, position: 5, next_cursor: null }),
    'decision.list': () => ({ decisions: [], position: 6, next_cursor: null }),
    'task.list': () => ({ tasks: [], position: 9, next_cursor: null }),
    'scope.list': () => ({ scopes: [], position: 8 }),
    'events.subscribe': () => ({ position: 8 }),
  };
}

describe("the window's client of the coordinator", () => {
  let coordinator: FakeCoordinator;
  let time: ManualTime;
  let client: CoordinatorClient;

  beforeEach(() => {
    coordinator = new FakeCoordinator();
    time = new ManualTime();
    client = new CoordinatorClient({ connect: coordinator.connect, timers: time, onFault: assert.ifError });
  });
  afterEach(() => client.dispose());

  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      const listening = client.onChange(() => {
        listening.dispose();
        resolve();
      });
    });

  it('shows the leases once it is connected', async () => {
    coordinator.leases.push(leaseViewOf());
    client.retry();
    assert.equal(client.isConnected, false);
    await changed();
    assert.equal(client.isConnected, true);
    assert.deepEqual([...client.leases.values()], coordinator.leases);
  });

  it('follows the events', async () => {
    coordinator.leases.push(leaseViewOf());
    client.retry();
    await changed();
    coordinator.tell(leaseViewOf({ state: 'completed' }));
    await changed();
    assert.equal(client.leases.get('lease-1')?.state, 'completed');
  });

  it('lets others follow the same events', async () => {
    coordinator.leases.push(leaseViewOf());
    const seen: (string | null)[] = [];
    client.onEvent(({ type, lease_id }) => seen.push(`${type} ${lease_id ?? ''}`));
    client.retry();
    await changed();
    coordinator.tell(leaseViewOf());
    assert.deepEqual(seen, ['LeaseRenewed lease-1']);
  });

  it('feeds all books from one stream, which begins before the first of them was listed', async () => {
    client.retry();
    await changed();
    assert.deepEqual(
      coordinator.asked.filter((call) => call.startsWith('events.')),
      ['events.subscribe 6'],
    );
    coordinator.questions.push(questionViewOf());
    coordinator.say({ type: 'QuestionAsked', task_id: 'file/1', lease_id: null, data: {} });
    await changed();
    assert.deepEqual([...(client.books?.decisions.questions.values() ?? [])], coordinator.questions);
  });

  it('shows nothing when the connection ends, and says why', async () => {
    coordinator.leases.push(leaseViewOf());
    client.retry();
    await changed();
    coordinator.leave();
    assert.equal(client.leases.size, 0);
    assert.equal(client.books, null);
    assert.equal(client.awayBecause, gone);
    await assert.rejects(client.call('health.show', {}), gone);
  });

  it('finds the next coordinator', async () => {
    client.retry();
    await changed();
    coordinator.leave();
    coordinator.isUp = true;
    time.advance(50);
    await changed();
    assert.equal(client.isConnected, true);
    assert.equal(client.awayBecause, null);
  });

  it('waits longer after each failure, at most two seconds, and not at all when it is told to', async () => {
    coordinator.isUp = false;
    client.retry();
    await changed();
    const waits: number[] = [];
    for (let attempts = 2; attempts < 10; attempts += 1) {
      await new Promise(setImmediate);
      const from = time.now();
      while (coordinator.attempts < attempts) time.advance(10);
      waits.push(time.now() - from);
    }
    assert.deepEqual(waits, [50, 100, 200, 400, 800, 1600, 2000, 2000]);
    await new Promise(setImmediate);
    coordinator.isUp = true;
    client.retry();
    await changed();
    assert.equal(client.isConnected, true);
  });

  it('leaves no timer and no connection behind', async () => {
    coordinator.isUp = false;
    client.retry();
    await changed();
    await new Promise(setImmediate);
    client.dispose();
    time.advance(10_000);
    await new Promise(setImmediate);
    assert.deepEqual([coordinator.attempts, time.open], [1, 0]);
  });
});

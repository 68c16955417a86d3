import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type Register, RegisterFault, type RegisterFaultKind } from '../../src/coordinator/ports.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { initialState } from '../../src/core/model/state.ts';
import type { LeaseId, TaskId, WorkerId } from '../../src/core/model/ids.ts';
import { plainState } from '../kit/plainState.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';

/** A store that outlives its registers: `open` gives the next one over the same contents. */
export interface RegisterUnderTest {
  open(): Promise<Register>;
  dispose(): Promise<void>;
}

const isFault = (kind: RegisterFaultKind) => (error: unknown) => {
  assert.ok(error instanceof RegisterFault, String(error));
  assert.equal(error.kind, kind);
  return true;
};

async function replayed(register: Register): Promise<RegisterEvent[]> {
  const events: RegisterEvent[] = [];
  for await (const batch of register.replay()) events.push(...batch);
  return events;
}

/** What every adapter of the `Register` port keeps. */
export function registerContract(name: string, make: () => Promise<RegisterUnderTest>): void {
  describe(`register contract: ${name}`, () => {
    let store: RegisterUnderTest;
    let register: Register;

    beforeEach(async () => {
      store = await make();
      register = await store.open();
    });

    afterEach(async () => {
      await register.close();
      await store.dispose();
    });

    /** A caller folds what is there before it appends, as the port asks. */
    async function reopened(): Promise<RegisterEvent[]> {
      register = await store.open();
      return replayed(register);
    }

    it('what it restores is what its events fold to, and a replay gives the rest', async () => {
      await register.append(0, eventsFrom(1, 3));
      await register.close();
      register = await store.open();
      const state = (await register.restore?.()) ?? initialState();
      for (const event of await replayed(register)) evolve(state, event);
      const all = initialState();
      for (const event of eventsFrom(1, 3)) evolve(all, event);
      assert.deepEqual(plainState(state), plainState(all));
    });

    it('a new register is empty', async () => {
      assert.deepEqual(await replayed(register), []);
    });

    it('what was appended is replayed whole and in order by the next one', async () => {
      const events = eventsFrom(1, 25);
      await register.append(0, events.slice(0, 3));
      await register.append(3, events.slice(3, 4));
      await register.append(4, events.slice(4));
      await register.close();
      assert.deepEqual(await reopened(), events);
    });

    it('appends of one turn are confirmed in the order in which they were asked for', async () => {
      const order: string[] = [];
      const note = (what: string) => () => void order.push(what);
      await Promise.all([
        register.append(0, [eventAt(1)]).then(note('first')),
        register.append(1, [eventAt(2)]).then(note('second')),
        register.confirm().then(note('read')),
        register.append(2, [eventAt(3)]).then(note('third')),
      ]);
      assert.deepEqual(order, ['first', 'second', 'read', 'third']);
    });

    it('a read waits for what was appended before it', async () => {
      let isConfirmed = false;
      const appended = register.append(0, [eventAt(1)]).then(() => (isConfirmed = true));
      await register.confirm();
      assert.equal(isConfirmed, true);
      await appended;
    });

    it('an append at another position than the last is a conflict and appends nothing', async () => {
      await register.append(0, eventsFrom(1, 2));
      await assert.rejects(register.append(1, [eventAt(2)]), isFault('conflict'));
      await assert.rejects(register.append(3, [eventAt(4)]), isFault('conflict'));
      await register.close();
      assert.deepEqual(await reopened(), eventsFrom(1, 2));
    });

    it('an append counts what is not confirmed yet', async () => {
      const first = register.append(0, eventsFrom(1, 2));
      await assert.rejects(register.append(0, [eventAt(1)]), isFault('conflict'));
      await first;
    });

    it('events that are not numbered from the expected position on are a conflict', async () => {
      await assert.rejects(register.append(0, [eventAt(2)]), isFault('conflict'));
      await assert.rejects(register.append(0, [eventAt(1), eventAt(3)]), isFault('conflict'));
      await register.close();
      assert.deepEqual(await reopened(), []);
    });

    it('history shows only what is confirmed', async () => {
      const appended = register.append(0, [eventAt(1)]);
      assert.deepEqual(await register.history({}, 1, 10), { events: [], next: null });
      await appended;
      assert.deepEqual(await register.history({}, 1, 10), { events: [eventAt(1)], next: null });
    });

    it('history is paged by position', async () => {
      const events = eventsFrom(1, 10);
      await register.append(0, events);
      assert.deepEqual(await register.history({}, 1, 4), { events: events.slice(0, 4), next: 5 });
      assert.deepEqual(await register.history({}, 5, 4), { events: events.slice(4, 8), next: 9 });
      assert.deepEqual(await register.history({}, 9, 4), { events: events.slice(8), next: null });
      assert.deepEqual(await register.history({}, 11, 4), { events: [], next: null });
    });

    it('C20: history is asked for by task, by lease and by worker, and all that is given must match', async () => {
      const about = (task: string, lease: string, worker: string) => ({
        taskId: task as TaskId,
        leaseId: lease as LeaseId,
        worker: worker as WorkerId,
      });
      const events = [
        eventAt(1, about('t1', 'l1', 'w1')),
        eventAt(2, about('t1', 'l2', 'w2')),
        eventAt(3, about('t2', 'l3', 'w1')),
        eventAt(4, about('t1', 'l1', 'w1')),
      ];
      await register.append(0, events);
      const positions = async (filter: Parameters<Register['history']>[0]) =>
        (await register.history(filter, 1, 10)).events.map((event) => event.position);
      assert.deepEqual(await positions({ taskId: 't1' as TaskId }), [1, 2, 4]);
      assert.deepEqual(await positions({ leaseId: 'l1' as LeaseId }), [1, 4]);
      assert.deepEqual(await positions({ worker: 'w1' as WorkerId }), [1, 3, 4]);
      assert.deepEqual(await positions({ taskId: 't2' as TaskId, worker: 'w1' as WorkerId }), [3]);
      assert.deepEqual(await positions({ taskId: 't2' as TaskId, worker: 'w2' as WorkerId }), []);
    });

    it('filtered history is paged, and the next page begins at the next match', async () => {
      const task = (id: string) => ({ taskId: id as TaskId, leaseId: null, worker: null });
      await register.append(0, [eventAt(1, task('a')), eventAt(2, task('b')), eventAt(3, task('a'))]);
      const page = await register.history({ taskId: 'a' as TaskId }, 1, 1);
      assert.deepEqual(page, { events: [eventAt(1, task('a'))], next: 3 });
    });

    it('history goes on over what was there at opening and what came since', async () => {
      await register.append(0, eventsFrom(1, 5));
      await register.close();
      await reopened();
      await register.append(5, eventsFrom(6, 5));
      assert.deepEqual(await register.history({}, 3, 6), { events: eventsFrom(3, 6), next: 9 });
    });

    it('closing confirms what was appended before it', async () => {
      const appended = register.append(0, eventsFrom(1, 3));
      await register.close();
      await appended;
      assert.deepEqual(await reopened(), eventsFrom(1, 3));
    });

    it('a closed register refuses everything, and closing it again does nothing', async () => {
      await register.close();
      await register.close();
      await assert.rejects(register.append(0, [eventAt(1)]), isFault('closed'));
      await assert.rejects(register.confirm(), isFault('closed'));
      await assert.rejects(register.history({}, 1, 1), isFault('closed'));
    });
  });
}

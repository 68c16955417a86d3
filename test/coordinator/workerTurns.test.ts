import assert from 'node:assert/strict';
import { WorkerTurns } from '../../src/coordinator/workerTurns.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import type { WorkerId } from '../../src/core/model/ids.ts';
import { eventAt } from '../kit/registerEvents.ts';

const w1 = 'w1' as WorkerId;
const process = { pid: 7, startedAt: 1_000, isShell: false };

function newTurns() {
  const told: WorkerId[] = [];
  const turns = new WorkerTurns(
    (error) => {
      throw error;
    },
    () => 5_000,
  );
  turns.onChange((worker) => told.push(worker));
  return { turns, told };
}

/** Something that a worker or a person did on a worker's lease. */
function did(
  type: RegisterEvent['type'],
  surface: 'worker' | 'operator' | 'system' = 'worker',
): RegisterEvent {
  const event = {
    ...eventAt(1, { taskId: null, leaseId: null, worker: w1 }),
    type,
    actor: { surface, name: 'x' },
  };
  return event as unknown as RegisterEvent;
}

describe('where the agent of a worker is in its turns (architecture, Security)', () => {
  it('is not known before its hooks have said something', () => {
    assert.equal(newTurns().turns.of(w1), null);
  });

  for (const notice of ['turn_ended', 'prompt', 'permission', 'session_ended'] as const) {
    it(`is what its last hook said: ${notice}, and whoever waits for it is told`, () => {
      const { turns, told } = newTurns();
      turns.notice(w1, 'turn_ended', []);
      turns.notice(w1, notice, [process]);
      assert.deepEqual(turns.of(w1), { word: notice, processes: [process], at: 5_000 });
      assert.deepEqual(told, [w1, w1]);
    });
  }

  for (const type of [
    'LeaseAcknowledged',
    'TurnReported',
    'QuestionAsked',
    'LeaseCompleted',
    'LeaseStopped',
  ] as const) {
    it(`${type} by the worker itself: it is in a turn, so its wait is over`, () => {
      const { turns } = newTurns();
      turns.notice(w1, 'turn_ended', [process]);
      turns.follow([did(type)]);
      assert.deepEqual(turns.of(w1), { word: 'call', processes: [process], at: 5_000 });
    });
  }

  it('a renewal, which may come from a process beside it, and what others do to its lease say nothing of its turn', () => {
    const { turns } = newTurns();
    turns.notice(w1, 'turn_ended', [process]);
    turns.follow([did('LeaseRenewed'), did('LeaseStopped', 'operator'), did('LeaseStopped', 'system')]);
    assert.equal(turns.of(w1)?.word, 'turn_ended');
  });

  it('after a prompt was typed no second one may be, until its turn has ended again', () => {
    const { turns } = newTurns();
    turns.notice(w1, 'turn_ended', []);
    turns.typed(w1);
    assert.equal(turns.of(w1)?.word, 'typed');
    turns.notice(w1, 'turn_ended', []);
    assert.equal(turns.of(w1)?.word, 'turn_ended');
  });

  it('a permission that it asks for stays asked, whatever else is heard', () => {
    const { turns } = newTurns();
    turns.notice(w1, 'permission', []);
    turns.typed(w1);
    turns.follow([did('TurnReported')]);
    assert.equal(turns.of(w1)?.word, 'permission');
  });

  it('W6: its place is where its last call or notice came from, and a call from elsewhere tells none', () => {
    const { turns, told } = newTurns();
    assert.deepEqual(turns.placeOf(w1), []);
    turns.notice(w1, 'turn_ended', [process]);
    const restored = { ...process, pid: 8 };
    turns.calledFrom(w1, [restored]);
    turns.calledFrom(w1, []);
    turns.notice(w1, 'prompt', []);
    assert.deepEqual([turns.placeOf(w1), turns.of(w1)?.processes, told], [[restored], [], [w1, w1]]);
  });
});

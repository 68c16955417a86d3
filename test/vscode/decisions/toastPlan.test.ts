import assert from 'node:assert/strict';
import { SNOOZE_MS, ToastPlan } from '../../../src/vscode/decisions/toastPlan.ts';
import { questionViewOf } from '../../kit/questionView.ts';

const a = questionViewOf({ id: 'a' });
const b = questionViewOf({ id: 'b' });
const other = questionViewOf({ id: 'c', task_id: 'file/2' });

describe('which questions a toast tells', () => {
  it('T7: all that wait and were not told, in one; each once', () => {
    const plan = new ToastPlan();
    assert.deepEqual(plan.due([a, b], 0), [a, b]);
    plan.tell([a, b]);
    assert.deepEqual(plan.due([a, b], 0), []);
    assert.deepEqual(plan.due([a, b, other], 0), [other]);
  });

  it('what was answered before its toast came is not told', () => {
    const plan = new ToastPlan();
    assert.deepEqual(plan.due([], 0), []);
    assert.equal(plan.nextAt([], 0), null);
  });

  it('after a reload what was told is not told again', () => {
    const before = new ToastPlan();
    before.tell([a, other]);
    const plan = new ToastPlan(before.toldIds);
    assert.deepEqual(plan.due([a, b, other], 0), [b]);
  });

  it('remembers the newest only', () => {
    const plan = new ToastPlan();
    plan.tell(Array.from({ length: 600 }, (_, at) => questionViewOf({ id: String(at) })));
    assert.deepEqual([plan.toldIds.length, plan.toldIds[0], plan.toldIds.at(-1)], [500, '100', '599']);
  });
});

describe('a snooze', () => {
  it('keeps still about the task, also about what it asks meanwhile, and not about others', () => {
    const plan = new ToastPlan();
    plan.tell([a]);
    plan.snooze([a], 1_000);
    assert.deepEqual(plan.due([a, b, other], 1_000 + SNOOZE_MS - 1), [other]);
  });

  it('ends by itself: what still waits is told once more, all of it together', () => {
    const plan = new ToastPlan();
    plan.tell([a]);
    plan.snooze([a], 1_000);
    const end = 1_000 + SNOOZE_MS;
    assert.equal(plan.nextAt([a, b], 2_000), end);
    assert.deepEqual(plan.due([a, b], end), [a, b]);
    plan.tell([a, b]);
    assert.deepEqual(plan.due([a, b], end), []);
    assert.equal(plan.nextAt([a, b], end), null);
  });

  it('of a question that was answered meanwhile brings nothing back', () => {
    const plan = new ToastPlan();
    plan.tell([a]);
    plan.snooze([a], 0);
    assert.equal(plan.nextAt([], 1), null);
    assert.deepEqual(plan.due([], SNOOZE_MS), []);
  });

  it('is of this window: after a reload its questions stay in the tree and are told no more', () => {
    const before = new ToastPlan();
    before.tell([a]);
    before.snooze([a], 0);
    const plan = new ToastPlan(before.toldIds);
    assert.deepEqual(plan.due([a], SNOOZE_MS), []);
  });
});

import assert from 'node:assert/strict';
import type { DecisionView, QuestionView } from '../../../src/protocol/views.ts';
import type { Call } from '../../../src/vscode/book.ts';
import { DecisionBook, KEPT } from '../../../src/vscode/decisions/decisionBook.ts';
import { eventViewOf } from '../../kit/eventView.ts';
import { decisionViewOf, questionViewOf } from '../../kit/questionView.ts';
import { settled } from '../../kit/settled.ts';

/** Answers by task, in pages of two, and notes what it was asked. */
class FakeCoordinator {
  questions: QuestionView[] = [];
  decisions: DecisionView[] = [];
  readonly asked: string[] = [];

  readonly call = async (method: string, params: { task?: string; cursor?: string }): Promise<unknown> => {
    const { task, cursor } = params;
    this.asked.push([method, task ?? 'all', ...(cursor === undefined ? [] : [cursor])].join(' '));
    const pageOf = <T extends { task_id: string }>(items: readonly T[]) => {
      const wanted = items.filter(({ task_id: id }) => task === undefined || task === id);
      const from = Number(cursor ?? 0);
      const next_cursor = from + 2 < wanted.length ? String(from + 2) : null;
      return { items: wanted.slice(from, from + 2), next_cursor };
    };
    if (method === 'question.list') {
      const { items: questions, next_cursor } = pageOf(this.questions);
      return { questions, next_cursor, position: 7 };
    }
    const { items: decisions, next_cursor } = pageOf(this.decisions);
    return { decisions, next_cursor, position: 9 };
  };

  /** A book that is open, what that took forgotten. */
  async book(): Promise<DecisionBook> {
    const book = new DecisionBook(this.call as Call, assert.ifError);
    assert.equal(await book.open(), 7);
    this.asked.length = 0;
    return book;
  }
}

describe('the book of questions and decisions', () => {
  let coordinator: FakeCoordinator;

  beforeEach(() => {
    coordinator = new FakeCoordinator();
  });

  it('lists both, page by page, and follows from the earlier position', async () => {
    coordinator.questions = ['a', 'b', 'c'].map((id) => questionViewOf({ id }));
    coordinator.decisions = [decisionViewOf({ id: 'd' })];
    const book = await coordinator.book();
    assert.deepEqual([...book.questions.keys()], ['a', 'b', 'c']);
    assert.deepEqual([...book.decisions.keys()], ['d']);
  });

  it('T8: an answer closes the question and is a decision; only the task it is about is looked at', async () => {
    coordinator.questions = [questionViewOf({ id: 'a' }), questionViewOf({ id: 'b', task_id: 'file/2' })];
    const book = await coordinator.book();
    const other = book.questions.get('b');
    const answered = questionViewOf({ id: 'a', state: 'answered', decision_id: 'd' });
    const decision = decisionViewOf({ id: 'd', question_id: 'a' });
    coordinator.questions[0] = answered;
    coordinator.decisions = [decision];
    book.see(eventViewOf({ type: 'DecisionRecorded', task_id: 'file/1' }));
    await settled();
    assert.deepEqual(
      [...book.questions.values()],
      [questionViewOf({ id: 'b', task_id: 'file/2' }), answered],
    );
    assert.equal(book.questions.get('b'), other);
    assert.deepEqual([...book.decisions.values()], [decision]);
    assert.deepEqual(coordinator.asked, ['question.list file/1', 'decision.list file/1']);
  });

  it('T8: each of recorded, delivered, shown and void is seen', async () => {
    const book = await coordinator.book();
    const steps = [
      ['DecisionRecorded', {}],
      ['DecisionsDelivered', { delivered_at: 3_000 }],
      ['DecisionsShown', { delivered_at: 3_000, shown_at: 4_000 }],
      ['DecisionsVoided', { delivered_at: 3_000, shown_at: 4_000, voided: true }],
    ] as const;
    for (const [type, given] of steps) {
      coordinator.decisions = [decisionViewOf(given)];
      book.see(eventViewOf({ type, task_id: 'file/1' }));
      await settled();
      assert.deepEqual([...book.decisions.values()], coordinator.decisions);
    }
  });

  it('T7: a question that goes over to the successor, or is moot, is seen', async () => {
    coordinator.questions = [questionViewOf()];
    const book = await coordinator.book();
    coordinator.questions = [questionViewOf({ lease_id: 'lease-2' })];
    book.see(eventViewOf({ type: 'QuestionRebound', task_id: 'file/1', lease_id: 'lease-2' }));
    await settled();
    assert.equal(book.questions.get('question-1')?.lease_id, 'lease-2');
    coordinator.questions = [questionViewOf({ lease_id: 'lease-2', state: 'moot' })];
    book.see(eventViewOf({ type: 'QuestionClosed', task_id: 'file/1', lease_id: 'lease-2' }));
    await settled();
    assert.equal(book.questions.get('question-1')?.state, 'moot');
  });

  it('what a look finds unchanged stays the same object', async () => {
    coordinator.questions = [questionViewOf({ id: 'a' }), questionViewOf({ id: 'b' })];
    const book = await coordinator.book();
    const [a, b] = [book.questions.get('a'), book.questions.get('b')];
    coordinator.questions = [questionViewOf({ id: 'a' }), questionViewOf({ id: 'b', state: 'moot' })];
    book.see(eventViewOf({ type: 'QuestionClosed', task_id: 'file/1' }));
    await settled();
    assert.equal(book.questions.get('a'), a);
    assert.notEqual(book.questions.get('b'), b);
  });

  it('a new title of a task counts where it asks, and nothing else that leases and tasks do', async () => {
    coordinator.questions = [questionViewOf()];
    const book = await coordinator.book();
    book.see(eventViewOf({ type: 'TaskObserved', task_id: 'file/2' }));
    book.see(eventViewOf({ type: 'LeaseRenewed', task_id: 'file/1', lease_id: 'lease-1' }));
    book.see(eventViewOf({ type: 'ReceiptsAcknowledged' }));
    await settled();
    assert.deepEqual(coordinator.asked, []);
    book.see(eventViewOf({ type: 'TaskObserved', task_id: 'file/1' }));
    await settled();
    assert.deepEqual(coordinator.asked, ['question.list file/1', 'decision.list file/1']);
  });

  it('keeps all that wait, and the newest that are over', async () => {
    const old = { delivered_at: 1, recorded_at: 0 };
    const over = Array.from({ length: KEPT }, (_, at) =>
      decisionViewOf({ id: `d${at}`, delivered_at: 1, recorded_at: at + 1 }),
    );
    coordinator.decisions = [
      decisionViewOf({ id: 'old', ...old }),
      decisionViewOf({ id: 'waits', recorded_at: 0 }),
      ...over,
    ];
    coordinator.questions = [
      questionViewOf({ id: 'open', asked_at: 0 }),
      questionViewOf({ id: 'moot', state: 'moot', asked_at: 0 }),
    ];
    const book = await coordinator.book();
    assert.equal(book.decisions.size, KEPT + 1);
    assert.deepEqual([book.decisions.has('old'), book.decisions.has('waits')], [false, true]);
    assert.deepEqual([...book.questions.keys()], ['open', 'moot']);
  });
});

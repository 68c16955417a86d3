import type { DecisionView, QuestionView } from '../../src/protocol/views.ts';

/** An open question of task `file/1` with two options, with what a test says about it. */
export const questionViewOf = (given: Partial<QuestionView> = {}): QuestionView => ({
  id: 'question-1',
  task_id: 'file/1',
  lease_id: 'lease-1',
  text: 'Which design?',
  options: ['A', 'B'],
  free_text: false,
  asked_at: 1_000,
  state: 'open',
  decision_id: null,
  title: 'Fix parser',
  ...given,
});

/** A decision about task `file/1` that nobody has got yet, with what a test says about it. */
export const decisionViewOf = (given: Partial<DecisionView> = {}): DecisionView => ({
  id: 'decision-1',
  task_id: 'file/1',
  value: 'A',
  revision: 'r1',
  recorded_at: 2_000,
  delivered_at: null,
  shown_at: null,
  voided: false,
  question_id: null,
  ...given,
});

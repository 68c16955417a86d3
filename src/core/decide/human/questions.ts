import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf } from '../../commands.ts';
import { known } from '../../evolve/known.ts';
import type { QuestionId, TaskId } from '../../model/ids.ts';
import type { Decision, Question } from '../../model/records.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { renewedDeadline } from '../../rules/deadlines.ts';
import type { Draft } from '../draft.ts';
import { renew } from '../moves.ts';
import { taskOf } from '../taskOf.ts';
import { actsAsOperator } from '../operator/holdForOperator.ts';
import { fenceWorker, operatorCannot } from '../worker/hold.ts';
import { invalid, readText, readTextList } from '../worker/params.ts';

const maxQuestionBytes = 8 * 1024;
const maxOptions = 20;

/** Opens a question and returns at once; only a person answers it (T7). */
export function ask(
  draft: Draft,
  params: CommandOf<'question.ask'>['params'],
): Result<Answers['question.ask'], Rejection> {
  const text = readText('text', params.text, maxQuestionBytes);
  if (!text.ok) return text;
  const options = readTextList('options', params.options, maxOptions);
  if (!options.ok) return options;
  const freeText = params.free_text ?? options.value.length === 0;
  if (typeof freeText !== 'boolean') return invalid('free_text', 'true or false');
  if (!freeText && options.value.length === 0)
    return invalid('options', 'at least one where free text is not allowed');
  if (new Set(options.value).size !== options.value.length) return invalid('options', 'each given once');
  const fenced = actsAsOperator(draft, params)
    ? operatorCannot('ask a question')
    : fenceWorker(draft, params);
  if (!fenced.ok) return fenced;
  const { id: leaseId, taskId } = fenced.value;
  // Its time stands still from now on, so what is left of it has to be worth something (C13).
  renew(draft, fenced.value, renewedDeadline(fenced.value, draft.now));
  const questionId = draft.context.newId('question');
  draft.emit('QuestionAsked', {
    questionId,
    taskId,
    leaseId,
    text: text.value,
    options: options.value,
    freeText,
  });
  return ok({ question: questionNow(draft, questionId) });
}

/** An answer is a decision, bound to the task and the revision that it was made for (T8). */
export function answer(
  draft: Draft,
  params: CommandOf<'question.answer'>['params'],
): Result<Answers['question.answer'], Rejection> {
  const value = readText('value', params.value, maxQuestionBytes);
  if (!value.ok) return value;
  const open = openQuestion(draft, params.question);
  if (!open.ok) return open;
  const question = open.value;
  if (!question.freeText && !question.options.includes(value.value)) {
    return invalid('value', `one of the options: ${question.options.join(', ')}`);
  }
  const decision = record(draft, question.taskId, value.value, question.id);
  const lease = draft.state.live.get(question.leaseId);
  if (lease?.blockedBy === question.id) draft.emit('LeaseContinued', { leaseId: lease.id });
  return ok({ question: questionNow(draft, question.id), decision });
}

/** An operator closes a question without an answer: nobody will get a decision from it. */
export function closeQuestion(
  draft: Draft,
  params: CommandOf<'question.close'>['params'],
): Result<Answers['question.close'], Rejection> {
  const open = openQuestion(draft, params.question);
  if (!open.ok) return open;
  const { id, leaseId } = open.value;
  if (draft.state.live.get(leaseId)?.blockedBy === id) {
    const next = 'Answer it, or stop the lease.';
    return err(reject('invalid_state', 'A blocked lease waits for this answer.', next, { lease: leaseId }));
  }
  draft.emit('QuestionClosed', { questionId: id, why: 'operator' }, { leaseId });
  return ok({ question: questionNow(draft, id) });
}

export function recordDecision(
  draft: Draft,
  params: CommandOf<'decision.record'>['params'],
): Result<Answers['decision.record'], Rejection> {
  const value = readText('value', params.value, maxQuestionBytes);
  if (!value.ok) return value;
  if (!draft.state.tasks.has(params.task as TaskId)) {
    return err(reject('not_found', 'There is no such task.', 'List what there is: signalbox task list.', {}));
  }
  return ok({ decision: record(draft, params.task as TaskId, value.value, null) });
}

function record(draft: Draft, taskId: TaskId, value: string, questionId: QuestionId | null): Decision {
  const decisionId = draft.context.newId('decision');
  const { revision } = taskOf(draft.state, { taskId });
  const leaseId = draft.state.liveByTask.get(taskId) ?? null;
  const data = { decisionId, taskId, value, revision, externalId: null, questionId };
  draft.emit('DecisionRecorded', data, leaseId === null ? {} : { leaseId });
  return known(draft.state.decisions.get(decisionId), 'decision', decisionId);
}

function openQuestion(draft: Draft, id: string): Result<Question, Rejection> {
  const question = draft.state.questions.get(id as QuestionId);
  if (question === undefined) {
    return err(
      reject('not_found', 'There is no such question.', 'List what there is: signalbox questions.', {}),
    );
  }
  if (question.state === 'open') return ok(question);
  const facts = { question: id, state: question.state };
  return err(
    reject('invalid_state', `The question is ${question.state}.`, 'Record a decision instead.', facts),
  );
}

const questionNow = (draft: Draft, id: QuestionId): Question =>
  known(draft.state.questions.get(id), 'question', id);

import type { EventType, RegisterEventOf } from '../events.ts';
import type { DecisionId, LeaseId, QuestionId } from '../model/ids.ts';
import type { LiveLease } from '../model/lease.ts';
import type { Decision, Question } from '../model/records.ts';
import type { MutableState } from '../model/state.ts';
import { known } from './known.ts';
import { putLive } from './leaseIndex.ts';

type Fold<T extends EventType> = (state: MutableState, event: RegisterEventOf<T>) => void;

/** While a question is open a held lease's time stands still; it goes on from the answer (C13). */
function withQuestions(lease: LiveLease, openQuestions: readonly QuestionId[], at: number): LiveLease {
  if (lease.state !== 'acknowledged') return { ...lease, openQuestions };
  const frozenAt = lease.frozenAt ?? at;
  if (openQuestions.length > 0) return { ...lease, openQuestions, frozenAt };
  const stoodStillMs = at - frozenAt;
  return {
    ...lease,
    openQuestions,
    frozenAt: null,
    deadlineAt: lease.deadlineAt + stoodStillMs,
    renewedAt: lease.renewedAt + stoodStillMs,
  };
}

function bind(state: MutableState, questionId: QuestionId, leaseId: LeaseId, at: number): void {
  const lease = known(state.live.get(leaseId), 'live lease', leaseId);
  putLive(state, withQuestions(lease, [...lease.openQuestions, questionId], at), at);
}

/** Ends a question and lets its lease's time go on. */
function settle(state: MutableState, id: QuestionId, change: Partial<Question>, at: number): void {
  const question = known(state.questions.get(id), 'question', id);
  state.questions.set(id, { ...question, ...change });
  const lease = state.live.get(question.leaseId);
  if (lease === undefined) return;
  const left = lease.openQuestions.filter((open) => open !== id);
  putLive(state, withQuestions(lease, left, at), at);
}

function changeDecision(state: MutableState, id: DecisionId, to: (decision: Decision) => Decision): void {
  state.decisions.set(id, to(known(state.decisions.get(id), 'decision', id)));
}

const DecisionRecorded: Fold<'DecisionRecorded'> = (state, { at, data }) => {
  const { decisionId, taskId, value, revision, externalId, questionId } = data;
  state.decisions.set(decisionId, {
    id: decisionId,
    ...{ taskId, value, revision, externalId, questionId },
    recordedAt: at,
    deliveredAt: null,
    shownAt: null,
    isVoided: false,
    shownTo: [],
    voidKnownTo: [],
  });
  state.decisionsByTask.set(taskId, [...(state.decisionsByTask.get(taskId) ?? []), decisionId]);
  // A question goes to the archive with its lease, what was decided on it stays with the task.
  if (questionId !== null && state.questions.has(questionId))
    settle(state, questionId, { state: 'answered', decisionId }, at);
};

/** Folds of turns, questions and decisions (behaviour 4). */
export const foldHuman = {
  DecisionRecorded,
  TurnReported: (state, { at, data }) => {
    const lease = state.live.get(data.leaseId);
    if (lease?.state !== 'acknowledged' || data.reason !== 'context') return;
    putLive(state, { ...lease, wasAdvised: true }, at);
  },
  QuestionAsked: (state, { at, data }) => {
    const { questionId, taskId, leaseId, text, options, freeText } = data;
    const about = { taskId, leaseId, text, options, freeText };
    state.questions.set(questionId, {
      id: questionId,
      ...about,
      askedAt: at,
      state: 'open',
      decisionId: null,
    });
    bind(state, questionId, leaseId, at);
  },
  QuestionRebound: (state, { at, data }) => {
    const question = known(state.questions.get(data.questionId), 'question', data.questionId);
    state.questions.set(question.id, { ...question, leaseId: data.leaseId });
    bind(state, question.id, data.leaseId, at);
  },
  QuestionClosed: (state, { at, data }) => {
    settle(state, data.questionId, { state: 'moot' }, at);
  },
  DecisionsDelivered: (state, { at, data }) => {
    for (const id of data.decisionIds) {
      changeDecision(state, id, (decision) => ({ ...decision, deliveredAt: decision.deliveredAt ?? at }));
    }
  },
  DecisionsShown: (state, { at, data }) => {
    for (const id of data.decisionIds) {
      changeDecision(state, id, (decision) => ({
        ...decision,
        shownAt: decision.shownAt ?? at,
        shownTo: [...new Set([...decision.shownTo, data.session])],
        voidKnownTo: decision.isVoided
          ? [...new Set([...decision.voidKnownTo, data.session])]
          : decision.voidKnownTo,
      }));
    }
  },
  DecisionsVoided: (state, { data }) => {
    for (const id of data.decisionIds)
      changeDecision(state, id, (decision) => ({ ...decision, isVoided: true }));
  },
} satisfies { [T in EventType]?: Fold<T> };

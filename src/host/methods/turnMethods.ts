import type { DecisionId, TaskId } from '../../core/model/ids.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { decisionView, questionView } from '../../protocol/toView.ts';
import { callBy, type Handlers, splitRequest, titleOf, unwrap } from './methodContext.ts';
import { pageOf } from './pages.ts';

const defaultWaitMs = 90_000;

/** Turns, questions and decisions (behaviour 4). */
export const turnMethods = {
  'lease.turn': async (params, context) => {
    const by = callBy('lease.turn', params, context);
    const answer = unwrap(await context.coordinator.turn(splitRequest(params).rest, by));
    const { verdict, reason, advice, voided } = answer;
    const decisions = answer.decisions.map(decisionView);
    return { verdict, reason, advice, decisions, voided, deadline_at: answer.deadlineAt };
  },
  'question.ask': async (params, context) => {
    const by = callBy('question.ask', params, context);
    const answer = unwrap(await context.coordinator.execute('question.ask', splitRequest(params).rest, by));
    const { question } = answer;
    return { question: questionView(question, titleOf(context.coordinator.state, question.taskId)) };
  },
  'question.wait': async ({ question: id, wait_ms: waitMs = defaultWaitMs }, { coordinator, signal }) => {
    const question = await coordinator.waitForQuestion(id, waitMs, signal());
    if (question === undefined) {
      throw new ProtocolError('not_found', 'there is no such question', 'List them: signalbox questions.');
    }
    return coordinator.read((state) => {
      const decision = state.decisions.get(question.decisionId ?? ('' as DecisionId));
      return {
        question: questionView(question, titleOf(state, question.taskId)),
        decision: decision === undefined ? null : decisionView(decision),
      };
    });
  },
  'question.list': (params, { coordinator }) =>
    coordinator.read((state) => {
      const wanted = [...state.questions.values()]
        .filter((question) => params.state === undefined || question.state === params.state)
        .filter((question) => params.task === undefined || question.taskId === params.task)
        .map((question) => questionView(question, titleOf(state, question.taskId)));
      const { page, next_cursor } = pageOf(wanted, params, ({ id }) => id);
      return { questions: page, next_cursor, position: state.position };
    }),
  'question.answer': async (params, context) => {
    const by = callBy('question.answer', params, context);
    const answer = unwrap(
      await context.coordinator.execute('question.answer', splitRequest(params).rest, by),
    );
    const { question, decision } = answer;
    const title = titleOf(context.coordinator.state, question.taskId);
    return { question: questionView(question, title), decision: decisionView(decision) };
  },
  'question.close': async (params, context) => {
    const by = callBy('question.close', params, context);
    const answer = unwrap(await context.coordinator.execute('question.close', splitRequest(params).rest, by));
    const { question } = answer;
    return { question: questionView(question, titleOf(context.coordinator.state, question.taskId)) };
  },
  'decision.record': async (params, context) => {
    const by = callBy('decision.record', params, context);
    const answer = unwrap(
      await context.coordinator.execute('decision.record', splitRequest(params).rest, by),
    );
    return { decision: decisionView(answer.decision) };
  },
  'decision.list': (params, { coordinator }) =>
    coordinator.read((state) => {
      const all =
        params.task === undefined
          ? [...state.decisions.values()]
          : (state.decisionsByTask.get(params.task as TaskId) ?? []).flatMap(
              (id) => state.decisions.get(id) ?? [],
            );
      const { page, next_cursor } = pageOf(all.map(decisionView), params, ({ id }) => id);
      return { decisions: page, next_cursor, position: state.position };
    }),
} satisfies Handlers;

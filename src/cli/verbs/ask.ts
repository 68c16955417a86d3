import { exitCodes } from '../../protocol/exitCodes.ts';
import type { Params, Result } from '../../protocol/methods.ts';
import { CommandFailure } from '../commandFailure.ts';
import { duration, texts, toggle } from '../flags.ts';
import { leaseCall, leaseFlags } from '../leaseCall.ts';
import { decisionLines } from '../output/leaseText.ts';
import { shortId } from '../../protocol/shortIds.ts';
import type { ServerConnection } from '../serverConnection.ts';
import { defineVerb, type Report } from '../verb.ts';

const LONGEST_WAIT_MS = 600_000;
const ANSWER_WITHIN_MS = 30_000;

export const verb = defineVerb({
  summary: 'ask a person, on behalf of the lease',
  operands: 'TEXT',
  takes: [1, 1],
  flags: {
    option: texts('TEXT', 'An answer to choose from.'),
    free: toggle('Allow an answer in free text beside the options; without options it always is.'),
    wait: duration('Wait so long for the answer; the question stays open when it runs out (exit 8).'),
    ...leaseFlags,
  },
  about:
    "The lease's time stands still while the question is open. Without --wait the answer comes with a later turn.",
  example: 'signalbox ask "Keep the old endpoint?" --option keep --option remove',
  run: async (call) => {
    const { option, free, wait } = call.flags;
    const { server, params } = await leaseCall(call);
    const asked: Params<'question.ask'> = {
      ...params,
      text: call.operands[0] ?? '',
      ...(option.length === 0 ? {} : { options: option, free_text: free }),
    };
    const { question } = await server.request('question.ask', asked);
    if (wait === undefined) {
      const text = `Question ${shortId(question.id)} is open. End your turn: the answer comes at the boundary, with \`signalbox turn\`.`;
      return { value: { question, decision: null }, text };
    }
    const until = call.world.now() + wait;
    return waited(call.paper, await answerOf(server, question.id, () => until - call.world.now()));
  },
});

async function answerOf(
  server: ServerConnection,
  question: string,
  leftMs: () => number,
): Promise<Result<'question.wait'>> {
  for (;;) {
    const waitMs = Math.max(0, Math.min(LONGEST_WAIT_MS, leftMs()));
    const options = { timeoutMs: waitMs + ANSWER_WITHIN_MS };
    const answer = await server.request('question.wait', { question, wait_ms: waitMs }, options);
    if (answer.question.state !== 'open' || leftMs() <= 0) return answer;
  }
}

function waited(paper: Parameters<typeof decisionLines>[0], answer: Result<'question.wait'>): Report {
  const { question, decision } = answer;
  const id = shortId(question.id);
  if (decision !== null) return { value: answer, text: decisionLines(paper, [decision]).join('\n') };
  const failure =
    question.state === 'open'
      ? new CommandFailure(
          exitCodes.nothingToDo,
          `nobody has answered question ${id} yet`,
          'End your turn: the answer comes at the boundary, with `signalbox turn`.',
        )
      : new CommandFailure(
          exitCodes.gated,
          `question ${id} will not be answered: it is ${question.state}`,
          'Report a turn: `signalbox turn` says whether to go on.',
        );
  return { value: answer, text: '', failure };
}

import { misused } from '../commandFailure.ts';
import { choice, count, texts } from '../flags.ts';
import { leaseCall, leaseFlags } from '../leaseCall.ts';
import { decisionLines } from '../output/leaseText.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { oneLine } from '../output/cleanText.ts';
import { resolveId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

/** A turn waits for its task's source, at most 5 s, one turn of a task after another (T2). */
const ANSWER_WITHIN_MS = 60_000;

export const verb = defineVerb({
  summary: 'report a turn and get the decisions that were made meanwhile',
  operands: '',
  takes: [0, 0],
  flags: {
    verdict: choice(
      ['continue', 'prepare_handoff', 'rotate_now', 'refuse'],
      'What the agent means to do; `continue` when not given.',
    ),
    shown: texts('ID', 'A decision that was read: its session is not shown it again.'),
    used: count('TOKENS', 'Context in use.'),
    limit: count('TOKENS', 'Context at most.'),
    ...leaseFlags,
  },
  about: 'The verdict that comes back may be stricter than the one given: act on that one.',
  example: 'signalbox turn --verdict continue --used 120000 --limit 200000\nsignalbox turn --shown 9c04e7d2',
  run: async (call) => {
    const { flags } = call;
    const { server, params } = await leaseCall(call);
    const given = flags.shown.flatMap((ids) => ids.split(',')).filter((id) => id !== '');
    const shown = await Promise.all(given.map((id) => resolveId(server, 'decision', id)));
    const usage = usageOf(flags.used, flags.limit);
    const answer = await server.request(
      'lease.turn',
      {
        ...params,
        verdict: flags.verdict ?? 'continue',
        ...(shown.length === 0 ? {} : { shown }),
        ...(usage === null ? {} : { usage }),
      },
      { timeoutMs: ANSWER_WITHIN_MS },
    );
    const lines = [
      answer.reason === null ? answer.verdict : `${answer.verdict} (${answer.reason})`,
      ...(answer.advice === null ? [] : [oneLine(answer.advice)]),
      ...decisionLines(call.paper, answer.decisions),
      ...answer.voided.map((id) => `Decision ${shortId(id)} is void: a gate came after it.`),
    ];
    return { value: answer, text: lines.join('\n') };
  },
});

function usageOf(used: number | undefined, limit: number | undefined) {
  if (used === undefined && limit === undefined) return null;
  if (used === undefined || limit === undefined) {
    throw misused('--used and --limit go together', 'Give both, in tokens.');
  }
  return { context_used: used, context_limit: limit };
}

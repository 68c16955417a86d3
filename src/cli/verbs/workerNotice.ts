import { workerNotices } from '../../protocol/params.ts';
import { misused } from '../commandFailure.ts';
import { text } from '../flags.ts';
import { defineVerb } from '../verb.ts';

const words = workerNotices.map((notice) => notice.replace('_', '-'));

export const verb = defineVerb({
  summary: "say where a worker's agent is in its turns, for its hooks",
  operands: 'NOTICE',
  takes: [1, 1],
  flags: { worker: text('NAME', 'The worker; else SIGNALBOX_WORKER.') },
  example: 'signalbox worker notice turn-ended --worker claude-1',
  about: `NOTICE is one of ${words.join(', ')}.
Work is typed into a tmux pane only after turn-ended, said from below the program
that runs in it. Let the hook for the end of a turn call it last.`,
  run: async (call) => {
    const notice = workerNotices[words.indexOf(call.operands[0] ?? '')];
    if (notice === undefined) {
      throw misused(`there is no notice ${call.operands[0] ?? ''}`, `Name one of ${words.join(', ')}.`);
    }
    const worker = call.flags.worker ?? call.world.env['SIGNALBOX_WORKER'] ?? '';
    if (worker === '') throw misused('the call names no worker', 'Name it: --worker NAME.');
    const answer = await call.server('worker').request('worker.notice', { worker, notice });
    return { value: answer, text: `Worker ${worker}: ${call.operands[0] ?? ''}.` };
  },
});

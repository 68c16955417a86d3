import type { StoredView } from '../../protocol/views.ts';
import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure, misused } from '../commandFailure.ts';
import { toggle } from '../flags.ts';
import type { Paper } from '../output/paper.ts';
import { timeText } from '../../protocol/times.ts';
import { backupFile } from '../store/backupFile.ts';
import { isUnserved, storeCall } from '../store/storeCall.ts';
import { type Call, defineVerb } from '../verb.ts';

const words = {
  doing: 'Restoring',
  afterStop: 'It may be done all the same: look at what is there with signalbox status.',
};

export const verb = defineVerb({
  summary: 'go on from a backup; what it replaces is backed up first',
  operands: 'FILE',
  takes: [1, 1],
  flags: { yes: toggle('Do not ask: for scripts.') },
  about:
    'The backup is checked first: whole, without a gap, and of no newer version. Then it asks, telling how many events\n' +
    'and which last change it replaces. A coordinator that serves does it itself and starts again at once; its clients\n' +
    'find it by themselves. Without one it works too. To take it back, restore the backup that it names.',
  example:
    'signalbox restore .signalbox/state/backups/backup-20260730T101500Z-1204-6f1c0a5e9b3d7f24.db\n' +
    'signalbox restore --yes ~/backups/before-the-change.db',
  run: async (call) => {
    const { world, paper, flags } = call;
    const file = backupFile(world.workingDirectory, call.operands[0] ?? '');
    if (!flags.yes) await confirm(call, file);
    const answer = await storeCall(call, 'store.restore', { path: file }, words);
    const { backup, replaced } = answer;
    const lines = [
      `Restored ${extent(paper, backup)} from ${file}.`,
      replaced === null ? 'There was nothing to keep.' : `What was there is in ${replaced}.`,
      await servedAgain(call),
    ];
    return { value: answer, text: lines.join('\n') };
  },
});

const extent = (paper: Paper, { events, last_at }: StoredView): string =>
  `${events} events${last_at === null ? '' : ` (last change ${timeText(last_at, paper.now)})`}`;

/** @throws CommandFailure unless a person says yes */
async function confirm(call: Call, file: string): Promise<void> {
  const { world, paper } = call;
  const { backup, current } = await storeCall(call, 'store.restore', { path: file, check: true }, words);
  const what = current === null ? 'what is there, which is damaged' : extent(paper, current);
  const says = `this replaces ${what} with ${extent(paper, backup)} from ${file}`;
  if (world.confirm === null) {
    throw misused(says, 'If that is meant, say so: signalbox restore --yes FILE.');
  }
  const question = `T${says.slice(1)}.\nWhat is there is backed up first. Go on?`;
  if (await world.confirm(question)) return;
  throw new CommandFailure(exitCodes.nothingToDo, 'nothing was restored', 'Nothing was changed.');
}

/** The next call, of a script for instance, should find a coordinator if there was one. */
async function servedAgain(call: Call): Promise<string> {
  try {
    await call.server('operator').request('task.list', { limit: 1 });
    return 'The coordinator serves it.';
  } catch (error) {
    if (isUnserved(error)) return 'Nobody serves it: open the folder in VS Code, or run `signalbox serve`.';
    return 'The coordinator does not answer yet: see `signalbox health`.';
  }
}

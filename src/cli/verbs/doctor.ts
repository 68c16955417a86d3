import { findRoot } from '../../ipc/findRoot.ts';
import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure } from '../commandFailure.ts';
import { type Finding, wrong } from '../doctor/check.ts';
import { coordinatorChecks, writerCheck } from '../doctor/coordinatorChecks.ts';
import { gitCheck, nodeCheck, operatorKeyCheck } from '../doctor/machineChecks.ts';
import { mendAll } from '../doctor/mendAll.ts';
import { storeChecks } from '../doctor/storeChecks.ts';
import { fileSystemCheck, modesCheck, rootCheck, strayStateCheck } from '../doctor/workspaceChecks.ts';
import { choice, toggle } from '../flags.ts';
import { oneLine } from '../output/cleanText.ts';
import { type Ink, paint } from '../output/paper.ts';
import { defineVerb } from '../verb.ts';

const marks: Readonly<Record<Finding['level'], { word: string; ink: Ink }>> = {
  ok: { word: 'ok    ', ink: 'green' },
  warn: { word: 'look  ', ink: 'yellow' },
  error: { word: 'wrong ', ink: 'red' },
};

export const verb = defineVerb({
  summary: 'look for what is wrong, and say how to mend it',
  operands: '',
  takes: [0, 0],
  flags: {
    fix: toggle('Mend what can be mended safely, after a question; what is replaced is kept aside first.'),
    from: choice(['history', 'backup'], 'With --fix: what a damaged store goes on from.'),
    yes: toggle(
      'With --fix: do not ask; the longest history that can be read, unless --from says otherwise.',
    ),
  },
  about: 'Exits 1 when something is wrong. Works without a coordinator, and changes nothing without --fix.',
  example: 'signalbox doctor',
  run: async (call) => {
    const { world } = call;
    const root = findRoot(world.workingDirectory, world.env['SIGNALBOX_ROOT']);
    const patient = { world, root, server: call.server('operator') };
    const mended = call.flags.fix ? await mendAll(patient, call.flags) : [];
    const findings: Finding[] = [
      nodeCheck(),
      await gitCheck(patient),
      rootCheck(patient),
      examined('one register', () => strayStateCheck(patient)),
      examined('state files', () => modesCheck(patient)),
      await fileSystemCheck(patient),
      examined('operator key', () => operatorKeyCheck(patient)),
      examined('writer file', () => writerCheck(patient)),
      ...(await storeChecks(patient)),
      ...(await coordinatorChecks(patient)),
    ];
    const lines = findings.map(({ name, level, says, next }) => {
      const { word, ink } = marks[level];
      const hint = next === null ? '' : `\n      -> ${oneLine(next)}`;
      return `${paint(call.paper, ink, word)}${name}: ${oneLine(says)}${hint}`;
    });
    const ill = findings.filter(({ level }) => level === 'error');
    const message = `${ill.length} of ${findings.length} checks found something wrong: ${ill.map(({ name }) => name).join(', ')}`;
    const failure =
      ill.length === 0
        ? undefined
        : new CommandFailure(exitCodes.internal, message, 'Do what the arrows say, then look again.');
    const text = [...mended.map((line) => `mended ${oneLine(line)}`), ...lines].join('\n');
    return { value: { root, ...(call.flags.fix ? { mended } : {}), findings }, text, failure };
  },
});

/** What can't even be looked at is a finding too: another user's folder, most often. */
function examined(name: string, look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    const says = `can't be looked at (${error instanceof Error ? error.message : String(error)})`;
    return wrong(
      name,
      says,
      'Call as the user that the coordinator runs as, or make what is named your own.',
    );
  }
}

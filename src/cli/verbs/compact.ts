import { sizeText } from '../../protocol/sizeText.ts';
import { storeCall } from '../store/storeCall.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'fold the journal into a new snapshot without free pages, and remove spare backups',
  operands: '',
  takes: [0, 0],
  flags: {},
  about:
    'A table that a replay of the events makes otherwise is mended. Leases that ended long ago go to the archive first, if\n' +
    'a coordinator serves. Of the backups in .signalbox/state/backups the newest 10 and one of each of the last 14 days\n' +
    '(UTC) are kept. The coordinator goes on meanwhile, and does most of this by itself; Ctrl-C ends it, and the register\n' +
    'stays as it was.',
  example: 'signalbox compact',
  run: async (call) => {
    const words = {
      doing: 'Compacting',
      afterStop: 'The register is as it was; call it again when there is time.',
    };
    const answer = await storeCall(call, 'store.compact', {}, words);
    const { bytes_before: before, bytes_after: after, removed } = answer;
    const backups =
      removed.files === 0
        ? 'No backup was spare.'
        : `Removed ${removed.files} spare backups (${sizeText(removed.bytes)}).`;
    return {
      value: answer,
      text: `Journal and snapshot: ${sizeText(before)} before, ${sizeText(after)} now. ${backups}`,
    };
  },
});

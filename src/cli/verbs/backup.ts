import { statSync } from 'node:fs';
import path from 'node:path';
import { misused } from '../commandFailure.ts';
import { sizeText } from '../../protocol/sizeText.ts';
import { storeCall } from '../store/storeCall.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'make a checked copy of the register',
  operands: '[FOLDER]',
  takes: [0, 1],
  flags: {},
  about:
    'Its name tells when it was made and up to which position. Without FOLDER it goes to .signalbox/state/backups, where\n' +
    'the newest 10 and one of each of the last 14 days (UTC) are kept; a coordinator makes one a day there by itself.\n' +
    'Elsewhere, or under a name of your own, a backup is never removed.',
  example: 'signalbox backup ~/backups',
  run: async (call) => {
    const [given] = call.operands;
    const where = given === undefined ? {} : { path: folderAt(call.world.workingDirectory, given) };
    const words = { doing: 'Backing up', afterStop: 'No backup was made; call it again when there is time.' };
    const answer = await storeCall(call, 'store.backup', where, words);
    const { path: made, bytes, position } = answer;
    return { value: answer, text: `${made} (${sizeText(bytes)}, position ${position})` };
  },
});

function folderAt(workingDirectory: string, given: string): string {
  const folder = path.resolve(workingDirectory, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw misused(`${JSON.stringify(given)} is no folder`, 'Name a folder that is there, or none.');
}

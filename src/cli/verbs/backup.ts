import { statSync } from 'node:fs';
import path from 'node:path';
import { misused } from '../commandFailure.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'make a checked copy of the register',
  operands: '[FOLDER]',
  takes: [0, 1],
  flags: {},
  about:
    'Its name tells when it was made and up to which position. Without FOLDER it goes to .signalbox/state/backups.',
  example: 'signalbox backup ~/backups',
  run: async (call) => {
    const [given] = call.operands;
    const where = given === undefined ? {} : { path: folderAt(call.world.workingDirectory, given) };
    const answer = await call.server('operator').request('store.backup', where, { timeoutMs: 600_000 });
    return { value: answer, text: `${answer.path} (${answer.bytes} bytes, position ${answer.position})` };
  },
});

function folderAt(workingDirectory: string, given: string): string {
  const folder = path.resolve(workingDirectory, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw misused(`${JSON.stringify(given)} is no folder`, 'Name a folder that is there, or none.');
}

import path from 'node:path';
import { rootOf } from '../../ipc/findRoot.ts';
import { initializeRoot } from '../../ipc/initializeRoot.ts';
import { misused } from '../commandFailure.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'make .signalbox with a commented configuration and an example task',
  operands: '[FOLDER]',
  takes: [0, 1],
  flags: {},
  about:
    'What is there already stays as it is. A linked git worktree belongs to its main one, so it is made there.',
  example: 'signalbox init',
  run: async (call) => {
    const folder = path.resolve(call.world.workingDirectory, call.operands[0] ?? '.');
    const root = rootAt(folder);
    const { made, kept } = initializeRoot(root);
    const lines = [
      ...made.map((file) => `Made ${file}`),
      ...kept.map((file) => `Kept ${file}`),
      'Next: open the folder in VS Code, or run `signalbox serve`; then `signalbox task add "..."`.',
    ];
    return { value: { root, made, kept }, text: lines.join('\n') };
  },
});

function rootAt(folder: string): string {
  try {
    return rootOf(folder);
  } catch {
    throw misused(`${folder} is not there`, 'Make the folder first, or name another.');
  }
}

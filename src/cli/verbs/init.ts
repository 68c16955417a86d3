import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootOf } from '../../ipc/findRoot.ts';
import { misused } from '../commandFailure.ts';
import { defineVerb } from '../verb.ts';
import { exampleConfiguration, exampleTasks } from '../exampleFiles.ts';

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
    const files = [
      [path.join(root, '.signalbox', 'config.json'), exampleConfiguration],
      [path.join(root, '.signalbox', 'tasks', 'example.yaml'), exampleTasks],
    ] as const;
    const written = files.map(([file, text]) => ({ file, isNew: writeNew(file, text) }));
    const made = written.flatMap(({ file, isNew }) => (isNew ? [file] : []));
    const kept = written.flatMap(({ file, isNew }) => (isNew ? [] : [file]));
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

/** False: it is there already. */
function writeNew(file: string, text: string): boolean {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    throw inTheWay(file, error);
  }
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw inTheWay(file, error);
  }
}

const inTheWay = (file: string, error: unknown) =>
  misused(
    `${file} can't be made (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    'See that its folder is one, and yours to write in.',
  );

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ProtocolError } from '../protocol/errors.ts';
import { exampleConfiguration, exampleTasks } from './exampleFiles.ts';
import { isErrno } from './isErrno.ts';

/** Paths of files. */
export interface InitializedRoot {
  readonly made: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Makes `.signalbox/` of a root: a commented configuration and an example task. What is there already stays as it is.
 * @throws ProtocolError that names the file which can't be made
 */
export function initializeRoot(root: string): InitializedRoot {
  const files = [
    [path.join(root, '.signalbox', 'config.json'), exampleConfiguration],
    [path.join(root, '.signalbox', 'tasks', 'example.yaml'), exampleTasks],
  ] as const;
  const written = files.map(([file, text]) => ({ file, isNew: writeNew(file, text) }));
  return {
    made: written.flatMap(({ file, isNew }) => (isNew ? [file] : [])),
    kept: written.flatMap(({ file, isNew }) => (isNew ? [] : [file])),
  };
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
    if (isErrno(error, 'EEXIST')) return false;
    throw inTheWay(file, error);
  }
}

const inTheWay = (file: string, cause: unknown): ProtocolError =>
  new ProtocolError(
    'invalid_params',
    `${file} can't be made (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
    'See that its folder is one, and yours to write in.',
    { cause },
  );

import { parseArgs } from 'node:util';
import { backupsOf } from './backupsOf.ts';
import { sayWord, storeError } from './programWords.ts';

/** `backups --root DIR`: lists the backups of a store, for who does not hold the store's own code. Answers its exit code. */
export function backupsCommand(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { root: { type: 'string' } } });
  try {
    sayWord({ result: backupsOf(values.root ?? process.cwd()) });
    return 0;
  } catch (error) {
    sayWord({ error: storeError(error) });
    return 1;
  }
}

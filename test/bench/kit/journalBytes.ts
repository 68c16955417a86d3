import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes in the journal in use. */
export function journalBytes(root: string): number {
  const state = join(root, '.signalbox', 'state');
  const terms = readdirSync(state).flatMap((name) => /^journal-(\d+)$/.exec(name)?.[1] ?? []);
  const highest = Math.max(...terms.map(Number));
  return statSync(join(state, `journal-${highest}`)).size;
}

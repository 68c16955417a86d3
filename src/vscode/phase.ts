import type { Phase } from './ids.ts';
import type { OpenRoot } from './roots.ts';

export interface WindowFacts {
  readonly folders: number;
  /** Of them, those that lie on a disk of the machine that the extension runs on. */
  readonly onDisk: number;
  readonly isTrusted: boolean;
}

/** What the views' welcome texts go by. */
export function phaseOf({ folders, onDisk, isTrusted }: WindowFacts, roots: readonly OpenRoot[]): Phase {
  if (folders === 0) return 'no_folder';
  if (onDisk === 0) return 'not_on_disk';
  if (!isTrusted) return 'not_trusted';
  if (roots.length === 0) return 'not_initialized';
  if (roots.some(({ client }) => client.isConnected)) return 'connected';
  return roots.some((root) => root.problem === null) ? 'starting' : 'unreachable';
}

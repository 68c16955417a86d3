import type { Phase } from './ids.ts';
import type { OpenRoot } from './roots.ts';

/** What the views' welcome texts go by. */
export function phaseOf(folders: number, isTrusted: boolean, roots: readonly OpenRoot[]): Phase {
  if (folders === 0) return 'no_folder';
  if (!isTrusted) return 'not_trusted';
  if (roots.length === 0) return 'not_initialized';
  if (roots.some(({ client }) => client.isConnected)) return 'connected';
  return roots.some((root) => root.problem === null) ? 'starting' : 'unreachable';
}

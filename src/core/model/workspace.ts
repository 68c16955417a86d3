import type { SourceName } from './ids.ts';

/** The built-in source: its tasks are added by command and live in the register itself (behaviour 1). */
export const workspaceSource = 'workspace' as SourceName;

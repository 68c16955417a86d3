import { basename } from 'node:path';
import type { FileCall, Hook } from './simFiles.ts';
import type { Keep, Unsynced } from './simFiles.ts';

/** Runs `run` once, before the first `call` on a file whose name begins so. */
export function before(call: FileCall, name: string, run: () => void): Hook {
  let hasRun = false;
  return (made, path) => {
    if (hasRun || made !== call || !basename(path).startsWith(name)) return;
    hasRun = true;
    run();
  };
}

/** A hook that is set after the writer has it. */
export function laterHook(): { readonly hook: Hook; set(hook: Hook): void } {
  let current: Hook = () => undefined;
  return { hook: (call, path) => current(call, path), set: (hook) => (current = hook) };
}

/** Of what was not synced, a power loss leaves only these. */
export const keepOnly =
  (...kept: Unsynced['what'][]): Keep =>
  ({ what }) =>
    kept.includes(what);

import type { ProcessView } from '../protocol/hello.ts';
import { isShellName } from './programOf.ts';

const isAgent = ({ name, script }: ProcessView, agents: ReadonlySet<string>): boolean =>
  agents.has(name) || (script !== null && (agents.has(script) || agents.has(script.replace(/\.\w+$/, ''))));

/** Reads its commands from a person: neither from a file nor from its arguments. */
export const isTerminalShell = ({ name, script }: ProcessView): boolean =>
  script === null && isShellName(name);

/**
 * The process that lives as long as the worker which calls (C13): the caller itself if it is a `signalbox run`, else the
 * nearest ancestor that is an agent or a `run`, else the nearest that is a terminal's shell; null: none is known.
 * An agent counts before any shell, since it may keep a shell open in which it runs one command after another.
 * @param agents names of the agents' programs, or of the scripts that a runtime runs for them.
 */
export function workerProcess(
  caller: { readonly process: ProcessView; readonly ancestors: readonly ProcessView[] },
  agents: ReadonlySet<string>,
): ProcessView | null {
  if (caller.process.is_run) return caller.process;
  const { ancestors } = caller;
  return (
    ancestors.find((ancestor) => ancestor.is_run || isAgent(ancestor, agents)) ??
    ancestors.find(isTerminalShell) ??
    null
  );
}

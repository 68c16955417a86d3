/**
 * Names of the programs, or of the scripts that a runtime runs, of the agents that have a preset: such a process lives as
 * long as its worker (C13).
 */
export const agentPrograms: ReadonlySet<string> = new Set([
  'claude',
  'codex',
  'gemini',
  'opencode',
  'copilot',
  'aider',
]);

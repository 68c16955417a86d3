/** How an agent is started in a terminal so that it begins with a prompt and stays for more. */
export interface LaunchPreset {
  /** As people call it. */
  readonly label: string;
  /** The program and its arguments. */
  readonly command: (prompt: string) => readonly [program: string, ...words: string[]];
}

/** By the name in `options.agent` of a worker. */
export const launchPresets: ReadonlyMap<string, LaunchPreset> = new Map([
  ['claude', { label: 'Claude Code', command: (prompt) => ['claude', prompt] }],
  ['codex', { label: 'Codex', command: (prompt) => ['codex', prompt] }],
  ['gemini', { label: 'Gemini CLI', command: (prompt) => ['gemini', '--prompt-interactive', prompt] }],
  ['opencode', { label: 'opencode', command: (prompt) => ['opencode', '--prompt', prompt] }],
  ['copilot', { label: 'Copilot CLI', command: (prompt) => ['copilot', '--interactive', prompt] }],
]);

/** The first prompt of an agent that is started: one ASCII line that leads it to its work. */
export const launchPointer = 'signalbox guide';

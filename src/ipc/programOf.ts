export interface Program {
  /** Base name of the program, `.exe` removed. */
  readonly name: string;
  /** Base name of the script that a runtime runs. */
  readonly script: string | null;
  /** It is a `signalbox run`. */
  readonly isRun: boolean;
}

export interface ProcessFacts extends Program {
  readonly pid: number;
  readonly parent: number;
  /** As its system counts (hello.ts). */
  readonly startedAt: number;
  /** A zombie: it has ended, its parent has not looked yet. */
  readonly isEnded: boolean;
}

const runtime = /^(node|bun|deno|python[\d.]*|ruby|perl|sh|bash|zsh|dash|electron|code.*)$/i;

const baseName = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, '').slice(0, 64);

/**
 * Names a process without showing what it was told: an argument may be a prompt or a secret, so only the script of a
 * runtime is looked at, and for `signalbox` whether its verb is `run`.
 * @param comm what the system calls it.
 * @param words its arguments, the program first.
 */
export function programOf(comm: string, words: readonly string[]): Program {
  const program = baseName(words[0] ?? '');
  const name = baseName(comm);
  const isRuntime = runtime.test(program) || runtime.test(name);
  const scriptAt = isRuntime ? words.findIndex((word, at) => at > 0 && !word.startsWith('-')) : -1;
  const word = words[scriptAt];
  const isPath =
    word !== undefined && (/[\\/]/.test(word) || /\.\w+$/.test(word)) && !/\s/.test(baseName(word));
  const script = isPath ? baseName(word) : null;
  const isSignalbox = /^signalbox(\.\w+)?$/.test(script ?? program) || script === 'cli.js';
  const verb = words[isPath ? scriptAt + 1 : 1];
  return { name, script, isRun: isSignalbox && verb === 'run' };
}

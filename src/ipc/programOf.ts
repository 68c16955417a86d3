export interface Program {
  /** Base name of the program, `.exe` removed. */
  readonly name: string;
  /** Base name of the script that a runtime or shell runs; `-c`: a text of commands; null: none, as a person's shell. */
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

const runtime = /^(node|bun|deno|python[\d.]*|ruby|perl|electron|code.*)$/i;
const shell = /^-?((ba|z|da|k|tc|c|fi)?sh|nu|pwsh|powershell|cmd|elvish|xonsh)$/i;
/** Editors start a person's shell with a file of their own to read first. */
const takesValue = /^(--init-file|--rcfile|--init-command|[-+]O|[-+]o|-C)$/;
const staysOpen = /^(-noexit|\/k)$/i;
const commandText = /^(-[a-z]*c|-command|-encodedcommand|\/c)$/i;

const baseName = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, '').slice(0, 64);

/** Whether a process of this name is a shell, whatever it runs. */
export const isShellName = (name: string): boolean => shell.test(name);

/**
 * Names a process without showing what it was told: an argument may be a prompt or a secret, so only the script of a
 * runtime is looked at, and for `signalbox` whether its verb is `run`.
 * @param comm what the system calls it.
 * @param words its arguments, the program first.
 */
export function programOf(comm: string, words: readonly string[]): Program {
  const program = baseName(words[0] ?? '');
  const name = baseName(comm);
  const isShell = isShellName(program) || isShellName(name);
  const isRuntime = runtime.test(program) || runtime.test(name);
  const scriptAt = isShell ? shellScriptAt(words) : isRuntime ? firstOperand(words) : -1;
  const word = words[scriptAt];
  if (word !== undefined && commandText.test(word)) return { name, script: '-c', isRun: false };
  const script = word !== undefined && isPath(word) ? baseName(word) : null;
  const verb = words[script === null ? 1 : scriptAt + 1];
  return { name, script, isRun: verb === 'run' && isSignalbox(script === null ? program : (word ?? '')) };
}

const isSignalbox = (program: string): boolean =>
  /(^|[\\/])(signalbox(\.\w+)?|dist[\\/]cli\.cjs)$/.test(program);

const firstOperand = (words: readonly string[]): number =>
  words.findIndex((word, at) => at > 0 && !word.startsWith('-'));

/** Where a shell's script is, or the option that announces a text of commands; -1: it reads from a person. */
function shellScriptAt(words: readonly string[]): number {
  if (words.some((word) => staysOpen.test(word))) return -1;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (takesValue.test(word)) at += 1;
    else if (commandText.test(word) || (word !== '' && !/^[-+]/.test(word))) return at;
  }
  return -1;
}

const isPath = (word: string): boolean =>
  (/[\\/]/.test(word) || /\.\w+$/.test(word)) && !/\s/.test(baseName(word));

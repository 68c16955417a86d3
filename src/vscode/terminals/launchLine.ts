/**
 * A command as a line for a terminal's shell.
 * @param platform `win32`: as PowerShell reads it, else as sh, bash, zsh and fish do
 */
export function launchLine(command: readonly string[], platform: NodeJS.Platform): string {
  const within = platform === 'win32' ? `''` : `'\\''`;
  const quoted = (word: string): string =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll(`'`, within)}'`;
  return command.map(quoted).join(' ');
}

/** Whether it can be typed as one line: a control character would be a key of its own. */
export const isTypeable = (line: string): boolean => !/\p{Cc}/u.test(line);

export interface CliEnvironment {
  readonly root: string;
  /** The folder of the launcher. */
  readonly folder: string;
}

type Line = (environment: CliEnvironment) => string;

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const fishSingle = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const powerSingle = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const posix: Line = ({ root, folder }) =>
  `export SIGNALBOX_ROOT=${single(root)} PATH=${single(folder)}:"$PATH"`;
const fish: Line = ({ root, folder }) =>
  `set -gx SIGNALBOX_ROOT ${fishSingle(root)}; set -gx PATH ${fishSingle(folder)} $PATH`;
const powerShell: Line = ({ root, folder }) =>
  `$env:SIGNALBOX_ROOT = ${powerSingle(root)}; $env:PATH = ${powerSingle(folder)} + [IO.Path]::PathSeparator + $env:PATH`;
const cmd: Line = ({ root, folder }) => `set "SIGNALBOX_ROOT=${root}" & set "PATH=${folder};%PATH%"`;

const lines: Readonly<Record<string, Line>> = { fish, pwsh: powerShell, powershell: powerShell, cmd };

/** `bash` of `/bin/bash`, `pwsh` of `C:\Program Files\PowerShell\7\pwsh.exe`. */
export const shellName = (shell: string): string =>
  (/[^/\\]*$/.exec(shell)?.[0] ?? '').toLowerCase().replace(/\.exe$/, '') || 'sh';

/** One line that lets a shell say `signalbox`, in the words of that shell; any other is taken for one like sh. */
export const shellLine = (shell: string, environment: CliEnvironment): string =>
  (lines[shellName(shell)] ?? posix)(environment);

/** Of no one's secrets; what a program needs to find itself, its user and its language. */
const usual = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TERM|TMPDIR|TZ|XDG_\w+)$/;
/** Windows starts few programs without these. Its names are the same in either case. */
const usualOnWindows =
  /^(PATH|PATHEXT|COMSPEC|SYSTEMROOT|SYSTEMDRIVE|WINDIR|OS|TEMP|TMP|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|PROGRAMFILES\(X86\)|PROCESSOR_ARCHITECTURE|NUMBER_OF_PROCESSORS)$/i;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a command: an allow-list, so that a secret of the coordinator's own reaches no worker by accident
 * (architecture, Security), and the variables that the configuration names (C22).
 */
export function childEnvironment(
  own: Environment,
  names: readonly string[],
  platform: NodeJS.Platform,
): Record<string, string> {
  const allowed = platform === 'win32' ? usualOnWindows : usual;
  const kept = Object.entries(own).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (allowed.test(entry[0]) || names.includes(entry[0])),
  );
  return Object.fromEntries(kept);
}

/** The variable that lists program folders: Windows writes it as it likes. */
export const pathName = (environment: Environment): string =>
  Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

import path from 'node:path';

export interface UserEnvironment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where the user's own files of Signalbox are, by the custom of each system. */
export function userFolder({ platform, home, env }: UserEnvironment): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  // A relative path in these variables is void by their specification: it would depend on the working directory.
  const given = env[platform === 'win32' ? 'APPDATA' : 'XDG_CONFIG_HOME'] ?? '';
  const folder = paths.isAbsolute(given) ? given : null;
  if (platform === 'win32') return paths.join(folder ?? paths.join(home, 'AppData', 'Roaming'), 'signalbox');
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', 'signalbox');
  return paths.join(folder ?? paths.join(home, '.config'), 'signalbox');
}

/** Where what can be made again is kept for the user, by the custom of each system. */
export function cacheFolder({ platform, home, env }: UserEnvironment): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const given = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'] ?? '';
  const folder = paths.isAbsolute(given) ? given : null;
  if (platform === 'win32')
    return paths.join(folder ?? paths.join(home, 'AppData', 'Local'), 'signalbox', 'cache');
  if (platform === 'darwin') return paths.join(home, 'Library', 'Caches', 'signalbox');
  return paths.join(folder ?? paths.join(home, '.cache'), 'signalbox');
}

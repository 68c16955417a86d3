// What the tests need of the system: installed as root on Debian and Ubuntu; elsewhere it is said what to install.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** `names`: one of them is on the PATH, or `variable` names it. `package`: Debian's. */
const programs = {
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    package: 'chromium',
    variable: 'SIGNALBOX_CHROMIUM',
  },
  python: { names: ['python3'], package: 'python3' },
  fish: { names: ['fish'], package: 'fish' },
  zsh: { names: ['zsh'], package: 'zsh' },
  socat: { names: ['socat'], package: 'socat' },
  tmux: { names: ['tmux'], package: 'tmux' },
};

const isOnPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

const isMissing = ({ names, variable }) =>
  !(variable !== undefined && process.env[variable]) && !names.some(isOnPath);

/** @throws Error that says what to install, where it can't be done from here. */
export function ensurePrograms(wanted) {
  const missing = wanted.map((name) => programs[name]).filter(isMissing);
  if (missing.length === 0) return;
  const packages = missing.map((one) => one.package);
  const how = missing
    .map(
      ({ names, variable }) => `${names[0]}${variable === undefined ? '' : ` (or name one in ${variable})`}`,
    )
    .join(', ');
  const advice = `install ${how}; on Debian: apt-get install ${packages.join(' ')}`;
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`The tests need more than is here: ${advice}`);
  }
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  } catch {
    throw new Error(`Debian's packages could not be installed: ${advice}`);
  }
}

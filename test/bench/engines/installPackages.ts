import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Only compared with, so no dependencies of the project. better-sqlite3 13 crashes on Node 20. */
const packages = { 'better-sqlite3': '12.11.1', 'node-sqlite3-wasm': '0.8.60' } as const;

/** Null: it is there. Else why it is not. */
export type Missing = Readonly<Record<keyof typeof packages, string | null>>;

/** Installs what is not there yet; the native one is compiled, which takes a minute or two, once. */
export function installPackages(folder: string, say: (line: string) => void): Missing {
  mkdirSync(folder, { recursive: true });
  const install = (name: keyof typeof packages): string | null => {
    if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return null;
    say(`  installing ${name} ${packages[name]} into .bench, once`);
    const wanted = Object.entries(packages).map(([each, version]) => `${each}@${version}`);
    try {
      execFileSync(
        'npm',
        ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...wanted],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
      return null;
    } catch (error) {
      const said =
        (error as { stderr?: Buffer }).stderr?.toString().trim().split('\n').at(-1) ?? String(error);
      say(`  ${name} could not be installed, so its rows are not measured: ${said}`);
      return said;
    }
  };
  return {
    'better-sqlite3': install('better-sqlite3'),
    'node-sqlite3-wasm': install('node-sqlite3-wasm'),
  };
}

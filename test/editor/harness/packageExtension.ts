import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from './editors.ts';

/** Makes the .vsix of the checkout; answers its path. */
export function packageExtension(): string {
  execFileSync('npm', ['run', '--silent', 'package'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const manifest = readFileSync(path.join(checkout, 'package.json'), 'utf8');
  return path.join(checkout, `signalbox-${(JSON.parse(manifest) as { version: string }).version}.vsix`);
}

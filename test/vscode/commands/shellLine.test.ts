import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { shellLine, shellName } from '../../../src/vscode/commands/shellLine.ts';

describe('the line that lets a shell say `signalbox`', () => {
  const environment = { root: "/w/it's here", folder: '/h/.signalbox/bin' };

  const forms: readonly [string, string, string][] = [
    ['bash', '/bin/bash', `export SIGNALBOX_ROOT='/w/it'\\''s here' PATH='/h/.signalbox/bin':"$PATH"`],
    ['zsh', '/bin/zsh', `export SIGNALBOX_ROOT='/w/it'\\''s here' PATH='/h/.signalbox/bin':"$PATH"`],
    [
      'fish',
      '/usr/bin/fish',
      `set -gx SIGNALBOX_ROOT '/w/it\\'s here'; set -gx PATH '/h/.signalbox/bin' $PATH`,
    ],
    [
      'pwsh',
      'C:\\Program Files\\PowerShell\\7\\pwsh.exe',
      `$env:SIGNALBOX_ROOT = '/w/it''s here'; $env:PATH = '/h/.signalbox/bin' + [IO.Path]::PathSeparator + $env:PATH`,
    ],
    [
      'cmd',
      'C:\\Windows\\System32\\cmd.exe',
      `set "SIGNALBOX_ROOT=/w/it's here" & set "PATH=/h/.signalbox/bin;%PATH%"`,
    ],
  ];
  for (const [name, shell, line] of forms) {
    it(`in the words of ${name}`, () => {
      assert.equal(shellName(shell), name);
      assert.equal(shellLine(shell, environment), line);
    });
  }

  it('an unknown shell is taken for one like sh', () => {
    assert.equal(shellName(''), 'sh');
    assert.match(shellLine('', environment), /^export /);
  });

  for (const shell of ['/bin/bash', '/usr/bin/zsh', '/usr/bin/fish'].filter((path) => existsSync(path))) {
    it(`${shell} takes it as it is meant`, () => {
      const told = execFileSync(
        shell,
        ['-c', `${shellLine(shell, environment)}; printenv SIGNALBOX_ROOT PATH`],
        { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: '/nowhere' } },
      );
      assert.deepEqual(told.trim().split('\n'), [environment.root, '/h/.signalbox/bin:/usr/bin:/bin']);
    });
  }
});

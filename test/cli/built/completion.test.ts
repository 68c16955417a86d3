import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../../kit/installed.ts';
import { shells } from '../../kit/shells.ts';

const run = promisify(execFile);

/** What a person sees of Tab behind `signalbox next --wo` and behind `signalbox task show `, a line each. */
const scripts: Readonly<Record<string, string>> = {
  bash: `
source <(signalbox completion bash)
tab() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _signalbox; printf '%s\\n' "\${COMPREPLY[@]}"; }
tab signalbox next --wo
tab signalbox task show ''`,
  zsh: `
compdef() { :; }
_describe() { print -l -- "\${(@P)2}"; }
_files() { print files; }
source <(signalbox completion zsh)
tab() { words=("$@"); CURRENT=$#; _signalbox; }
tab signalbox next --wo
tab signalbox task show ''
tab signalbox backup ''`,
  fish: `
signalbox completion fish | source
complete -C 'signalbox next --wo'
complete -C 'signalbox task show '`,
};

describe('completion in a real shell', () => {
  const { served, person } = shells();

  const tabs = async (shell: string, root: string): Promise<string[]> => {
    const flags: Readonly<Record<string, string[]>> = {
      bash: ['--norc', '-c'],
      zsh: ['-f', '-c'],
      fish: ['-N', '-c'],
    };
    const env = {
      HOME: path.dirname(root),
      XDG_CONFIG_HOME: path.join(path.dirname(root), 'config'),
      XDG_RUNTIME_DIR: path.dirname(root),
      PATH: `${path.join(installed(), 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    };
    const { stdout } = await run(shell, [...flags[shell]!, scripts[shell]!], { cwd: root, env });
    return stdout.split('\n').filter((line) => line !== '');
  };

  const expected: Readonly<Record<string, string[]>> = {
    bash: ['--worker', 'workspace/1'],
    zsh: ['--worker:The worker', 'workspace/1:Fix the "odd": parser', 'files'],
    fish: ['--worker\tThe worker', 'workspace/1\tFix the "odd": parser'],
  };

  for (const shell of Object.keys(scripts)) {
    it(`${shell} completes flags, and the tasks of the workspace`, async function () {
      this.timeout(30_000);
      const { root } = await served();
      await person(root, 'task', 'add', 'Fix the "odd": parser');
      const found = await tabs(shell, root);
      const shown = found.map((line) => line.replace(/(The worker);.*/, '$1'));
      assert.deepEqual(shown, expected[shell]);
    });
  }
});

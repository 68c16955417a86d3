import assert from 'node:assert/strict';
import { programOf } from '../../src/ipc/programOf.ts';
import { workerProcess } from '../../src/ipc/workerProcess.ts';
import type { ProcessView } from '../../src/protocol/hello.ts';

/** Processes from the caller up, as the system shows their arguments; pids count from 1. */
function lineOf(...commands: readonly (readonly string[])[]) {
  const [process, ...ancestors] = commands.map((words, at): ProcessView => {
    const { name, script, isRun } = programOf(words[0]!.replace(/^.*\/|^-/, ''), words);
    return { pid: at + 1, started_at: 5, name, script, is_run: isRun };
  });
  return { process: process!, ancestors };
}

const agents = new Set(['claude', 'codex', 'gemini', 'opencode', 'aider']);
const cli = ['node', '/opt/signalbox/bin/../dist/cli.cjs', 'next'];
const editorShell = ['/bin/bash', '--init-file', '/opt/code/shellIntegration-bash.sh'];
const ptyHost = ['/opt/code/node', '/opt/code/out/bootstrap-fork', '--type=ptyHost'];

describe('the process of a worker', () => {
  const cases: [what: string, commands: string[][], pid: number | null][] = [
    ["a person's shell in the editor", [cli, editorShell, ptyHost], 2],
    ['a login shell', [cli, ['-zsh'], ['/usr/bin/login']], 2],
    ['the shell in which a script was started', [cli, ['bash', './work.sh'], ['bash'], ptyHost], 3],
    [
      'an agent, not the shell of its tool',
      [cli, ['/bin/bash', '-c', 'signalbox next'], ['claude'], ['zsh']],
      3,
    ],
    ['an agent, not a shell that it keeps open', [cli, ['bash'], ['codex'], ['zsh', '-i']], 3],
    ['an agent that a runtime runs', [cli, ['sh', '-c', 'x'], ['node', '/usr/bin/gemini'], ['fish']], 3],
    ['an agent with an ending', [cli, ['python3.12', '/home/me/bin/aider.py'], ['fish', '-C', 'x']], 2],
    ['the nearest of two agents', [cli, ['opencode'], ['claude'], ['bash']], 2],
    [
      'a `signalbox run`',
      [cli, ['sh', '-c', 'a'], ['node', '/opt/dist/cli.cjs', 'run', '--', 'a'], ['bash']],
      3,
    ],
    ['the caller, if it is a `signalbox run`', [['/usr/bin/signalbox', 'run', '--', 'a'], ['bash']], 1],
    ['a shell that stays open', [cli, ['pwsh', '-noexit', '-command', '. x.ps1'], ptyHost], 2],
    ['nobody, over SSH', [cli, ['bash', '-c', 'signalbox next'], ['sshd']], null],
    ['nobody, in a job of a build server', [cli, ['sh', '-e', '/tmp/step.sh'], ['runner']], null],
  ];
  for (const [what, commands, pid] of cases) {
    it(`C13: is ${what}`, () => {
      assert.equal(workerProcess(lineOf(...commands), agents)?.pid ?? null, pid);
    });
  }
});

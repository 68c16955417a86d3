import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { program } from '../demo/signalbox.ts';
import { checkpointedEach, killedEach, repos, type SoakPlan, workers } from './plan.ts';

export interface SoakWorkspace {
  /** All that the soak makes. */
  readonly folder: string;
  readonly root: string;
  readonly logs: string;
  readonly tmuxSocket: string;
  /** For everything that is started: a home of its own, and no other variable of Signalbox. */
  readonly env: NodeJS.ProcessEnv;
}

const job = path.join(import.meta.dirname, 'commandJob.mjs');

/** A fresh workspace with eight real git repositories. */
export function makeWorkspace(plan: SoakPlan, hubUrl: string): SoakWorkspace {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-soak-')));
  const at = (name: string): string => path.join(folder, name);
  for (const name of ['home', 'run', 'logs', 'workspace']) mkdirSync(at(name), { mode: 0o700 });
  const root = at('workspace');
  const tmuxSocket = at('tmux');
  const env = environment(plan, at('home'), at('run'));
  mkdirSync(path.join(root, '.signalbox'));
  const configuration = configurationOf(hubUrl, tmuxSocket);
  writeFileSync(path.join(root, '.signalbox', 'config.json'), `${JSON.stringify(configuration, null, 2)}\n`);
  for (const repo of repos) {
    const cwd = path.join(root, repo);
    mkdirSync(cwd);
    execFileSync('git', ['init', '--quiet'], { cwd, env });
    execFileSync('git', ['commit', '--quiet', '--allow-empty', '-m', 'Begin'], { cwd, env });
  }
  return { folder, root, logs: at('logs'), tmuxSocket, env };
}

/** As the soak is defined: short times, so that each kind of loss happens often. */
function configurationOf(url: string, socket: string) {
  const optionsOf = {
    poll: {},
    command: { options: { command: [process.execPath, job], env: ['SOAK_SETTINGS', 'SOAK_SIGNALBOX'] } },
    tmux: { options: { socket } },
  };
  return {
    repos: Object.fromEntries(repos.map((repo) => [repo, repo])),
    workers: Object.fromEntries(
      workers.map((worker) => [
        worker.id,
        { repos: worker.repos, transport: worker.transport, ...optionsOf[worker.transport] },
      ]),
    ),
    sources: { hub: { kind: 'hub', url, tokenEnv: 'SOAK_TOKEN' } },
    leaseTtl: 10,
    restartGrace: 2,
    tick: 1,
    dirtyTree: 'continue',
    // Else one task in three thousand loses five workers in a row, and rightly ends.
    maxAttempts: 9,
  };
}

function environment(plan: SoakPlan, home: string, run: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(SIGNALBOX_|GIT_|XDG_|NODE_OPTIONS|TMUX|SOAK_|https?_proxy)/i.test(name),
  );
  const who = { NAME: 'Soak', EMAIL: 'soak@example.invalid' };
  return {
    ...Object.fromEntries(others),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_RUNTIME_DIR: run,
    SIGNALBOX_NODE: process.execPath,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: who.NAME,
    GIT_AUTHOR_EMAIL: who.EMAIL,
    GIT_COMMITTER_NAME: who.NAME,
    GIT_COMMITTER_EMAIL: who.EMAIL,
    SOAK_TOKEN: 'soak-token',
    SOAK_SIGNALBOX: program,
    SOAK_SETTINGS: JSON.stringify({
      signalbox: program,
      killedEach,
      checkpointedEach,
      workMs: plan.workMs,
    }),
  };
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { program } from '../demo/signalbox.ts';
import { ownEnvironment } from '../kit/ownEnvironment.ts';
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

const environment = (plan: SoakPlan, home: string, run: string): NodeJS.ProcessEnv => ({
  ...ownEnvironment('Soak', home, run),
  SOAK_TOKEN: 'soak-token',
  SOAK_SIGNALBOX: program,
  SOAK_SETTINGS: JSON.stringify({ killedEach, checkpointedEach, workMs: plan.workMs }),
});

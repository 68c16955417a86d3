import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../editor/harness/editors.ts';

const repos = ['web', 'api'] as const;
const example = path.join(import.meta.dirname, 'example');

/** The built command line, from which the workers are told to take their work. */
const program = path.join(checkout, 'bin', process.platform === 'win32' ? 'signalbox.cmd' : 'signalbox');

/** What VS Code does when the folder is opened: each worker in a terminal of its own. */
const editorTasks = {
  version: '2.0.0',
  tasks: repos.map((repo) => ({
    label: `worker ${repo}`,
    type: 'process',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'worker.mjs'), program, repo],
    options: { cwd: `\${workspaceFolder}/${repo}`, env: { SIGNALBOX_NODE: process.execPath } },
    isBackground: true,
    problemMatcher: [],
    presentation: { panel: 'dedicated', group: 'workers', reveal: 'always', echo: false },
    runOptions: { runOn: 'folderOpen' },
  })),
};

/** What a person, and git, is called there. */
export const author: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Lantern',
  GIT_AUTHOR_EMAIL: 'lantern@example.invalid',
  GIT_COMMITTER_NAME: 'Lantern',
  GIT_COMMITTER_EMAIL: 'lantern@example.invalid',
};

/** Settings of the window that is opened on the workspace. */
export const windowSettings: Readonly<Record<string, unknown>> = {
  'task.allowAutomaticTasks': 'on',
  'workbench.startupEditor': 'readme',
};

/**
 * Makes a small workspace in `folder`: two git repositories, tasks for both, and what starts a scripted worker for each.
 * Answers its path.
 */
export function makeWorkspace(folder: string): string {
  const root = path.join(folder, 'lanterns');
  cpSync(example, root, { recursive: true });
  mkdirSync(path.join(root, '.vscode'));
  writeFileSync(path.join(root, '.vscode', 'tasks.json'), JSON.stringify(editorTasks, null, 2));
  for (const repo of repos) {
    const git = (...args: string[]): void =>
      void execFileSync('git', args, { cwd: path.join(root, repo), env: { ...process.env, ...author } });
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Begin');
  }
  return root;
}

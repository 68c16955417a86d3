import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownEnvironment } from '../kit/ownEnvironment.ts';

const configuration = `{
  // Two repositories. Each has a worker of its own name, which asks for work by itself.
  "repos": { "web": "web", "api": "api" },

  // Far shorter than usual, so that the demo has not to wait. Seconds.
  "tick": 0.5,
  "leaseTtl": 2,
  "restartGrace": 1
}
`;

const tasks = (isGated: boolean): string => `plans:
  - { id: schema, repo_id: api, status: active }
  - { id: rollout, repo_id: web, status: ready }
dependencies:
  # rollout waits for schema.
  - { id: d1, from_workplan_id: rollout, to_workplan_id: schema, relationship_type: blocks }
tasks:
  - { id: header, project: web, status: todo, title: Add a header to the page }
  - { id: greeting, project: web, status: todo, title: Greet the visitors }
  - id: publish
    project: web
    status: todo
    title: Publish the page
    action_classes: [${isGated ? 'external_publish' : ''}]
  - { id: parser, workplan_id: schema, status: todo, title: Let the parser read empty lines }
  - { id: client, workplan_id: rollout, status: todo, title: Show the time zone }
messages:
  - id: build-log
    to_agent: web
    subject: '[action] Inspect the build log'
    body: ${messageBody}
`;

/** Must not leave its source. */
export const messageBody = 'The nightly build ended with two warnings.';

export interface Workspace {
  /** All that the demo makes. */
  readonly folder: string;
  /** Holds .signalbox and the two repositories. */
  readonly root: string;
  readonly database: string;
  /** For everything that the demo starts: its own home, so that nothing of the user's is touched. */
  readonly env: NodeJS.ProcessEnv;
  readonly git: (repo: string, ...args: string[]) => string;
  /** Edits the task file, as a person would. */
  readonly edit: (from: string, to: string) => void;
}

/** A fresh workspace in the temporary folder, with two real git repositories. @param isGated whether one task is */
export function makeWorkspace(isGated: boolean): Workspace {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-demo-')));
  const root = path.join(folder, 'workspace');
  const taskFile = path.join(root, '.signalbox', 'tasks', 'demo.yaml');
  const places = { home: path.join(folder, 'home'), run: path.join(folder, 'run') };
  for (const place of Object.values(places)) mkdirSync(place, { mode: 0o700 });
  const env = ownEnvironment('Demo', places.home, places.run);
  const git = (repo: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd: path.join(root, repo), env, encoding: 'utf8' });
  mkdirSync(path.dirname(taskFile), { recursive: true });
  writeFileSync(path.join(root, '.signalbox', 'config.json'), configuration);
  writeFileSync(taskFile, tasks(isGated));
  for (const [repo, file] of [
    ['web', 'page.html'],
    ['api', 'parser.txt'],
  ] as const) {
    mkdirSync(path.join(root, repo));
    writeFileSync(path.join(root, repo, file), '');
    git(repo, 'init', '--quiet', '--initial-branch', 'main');
    git(repo, 'add', file);
    git(repo, 'commit', '--quiet', '-m', 'Begin');
  }
  const edit = (from: string, to: string): void => {
    const text = readFileSync(taskFile, 'utf8');
    if (!text.includes(from)) throw new Error(`${taskFile} does not say ${from}`);
    writeFileSync(taskFile, text.replace(from, to));
  };
  return { folder, root, env, git, edit, database: path.join(root, '.signalbox', 'state', 'signalbox.db') };
}

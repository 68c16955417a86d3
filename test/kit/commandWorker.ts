import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import type { ProcessRef } from '../../src/core/model/lease.ts';
import type { WorkerSetting } from '../../src/core/model/settings.ts';
import { startPresence } from '../../src/ipc/presence.ts';
import {
  CommandTransport,
  type CommandTransportParts,
} from '../../src/transports/command/commandTransport.ts';
import { groupLives } from '../../src/transports/command/isRunning.ts';
import { SentMessages } from '../../src/transports/command/sentMessages.ts';
import { bundled } from './bundled.ts';
import { RecordingLog } from './coordinatorWorld.ts';
import { eventually } from './eventually.ts';
import { settingsWith } from './settings.ts';
import { temporaryFolders } from './temporaryFolders.ts';

/** Plays `signalbox run`: starts what stands behind `--` and ends as it does. */
const runner = `
const { spawnSync } = require('node:child_process');
const words = process.argv.slice(process.argv.indexOf('--') + 1);
process.exitCode = spawnSync(words[0], words.slice(1), { stdio: 'inherit' }).status ?? 1;
`;

/** Writes down its start and what it was given, does what \`script\` says, and waits to be told to end. */
const worker = `
const fs = require('node:fs');
const facts = { cwd: process.cwd(), env: process.env };
fs.appendFileSync(process.argv[2] + '/jobs', JSON.stringify(facts) + '\\n');
const script = process.argv[2] + '/script.cjs';
if (fs.existsSync(script)) require(script);
const wait = setInterval(() => {
  if (!fs.existsSync(process.argv[2] + '/stop')) return;
  clearInterval(wait);
  process.exitCode = 3;
}, 10);
`;

export interface Job {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** One worker with a real command, in a folder of its own. */
export interface CommandWorker {
  readonly root: string;
  readonly setting: WorkerSetting;
  readonly sent: SentMessages;
  open(more?: Partial<CommandTransportParts>): Promise<CommandTransport>;
  jobs(): Job[];
  /** What the worker runs when it starts, as CommonJS. */
  script(text: string): void;
  /** Lets the worker end, with exit code 3, and waits until everything started has. */
  end(): Promise<void>;
}

const readLines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

/** Called in a `describe`: makes workers, whose processes all end after each test. */
export function commandWorkers(): (options?: Readonly<Record<string, unknown>>) => CommandWorker {
  const made: CommandWorker[] = [];
  // Before the folders go.
  afterEach(async () => {
    for (const one of made.splice(0)) await one.end();
  });
  const folder = temporaryFolders();
  return (options = {}) => {
    const own = make(folder(), options);
    made.push(own);
    return own;
  };
}

function make(base: string, options: Readonly<Record<string, unknown>>): CommandWorker {
  const root = path.join(base, 'root ✓');
  const notes = path.join(base, 'notes');
  mkdirSync(path.join(root, 'web'), { recursive: true });
  mkdirSync(notes);
  writeFileSync(path.join(base, 'runner.cjs'), runner);
  writeFileSync(path.join(base, 'worker.cjs'), worker);
  const presence = startPresence(Date.now);
  const processes = { look: (reference: ProcessRef) => presence.look(reference), hasGroup: groupLives };
  const setting: WorkerSetting = {
    id: 'w1' as WorkerId,
    repos: ['web' as RepoSlug],
    transport: 'command',
    options: { command: [process.execPath, path.join(base, 'worker.cjs'), notes], ...options },
  };
  const sent = new SentMessages(path.join(root, '.signalbox', 'state', 'sent'));
  const opened: CommandTransport[] = [];
  return {
    root,
    setting,
    sent,
    open: async (more = {}) => {
      const transport = new CommandTransport({
        root,
        term: 1,
        settings: () =>
          settingsWith({ repos: [{ slug: 'web' as RepoSlug, path: 'web' }], workers: [setting] }),
        processes,
        now: Date.now,
        log: new RecordingLog(),
        node: process.execPath,
        launcher: await bundled('src/host/launcher.ts'),
        cli: path.join(base, 'runner.cjs'),
        bin: path.join(base, 'bin'),
        env: process.env,
        platform: process.platform,
        ...more,
      });
      opened.push(transport);
      return transport;
    },
    jobs: () => readLines(path.join(notes, 'jobs')).map((line) => JSON.parse(line) as Job),
    script: (text) => writeFileSync(path.join(notes, 'script.cjs'), text),
    end: async () => {
      writeFileSync(path.join(notes, 'stop'), '');
      await eventually('the launchers end', () =>
        sent.all().every(({ launcher }) => presence.look(launcher) === 'ended' && !groupLives(launcher.pid)),
      );
      for (const transport of opened.splice(0)) transport.dispose();
    },
  };
}

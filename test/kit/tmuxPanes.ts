import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WorkerTurns } from '../../src/coordinator/workerTurns.ts';
import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import type { WorkerSetting } from '../../src/core/model/settings.ts';
import { foregroundGroup } from '../../src/ipc/foregroundGroup.ts';
import { startPresence } from '../../src/ipc/presence.ts';
import { isShellName } from '../../src/ipc/programOf.ts';
import { linuxProcessTable } from '../../src/ipc/processTable.ts';
import { type Tmux, tmuxAt } from '../../src/transports/tmux/tmux.ts';
import { TmuxTransport, type TmuxTransportParts } from '../../src/transports/tmux/tmuxTransport.ts';
import { eventually } from './eventually.ts';
import { settingsWith } from './settings.ts';
import { temporaryFolders } from './temporaryFolders.ts';

/** What an agent of the tests has read: each piece, and what it was asking for then. */
export interface Key {
  readonly mode: 'idle' | 'permission';
  readonly keys: string;
}

const agentScript = path.resolve(import.meta.dirname, 'tmuxAgent.mjs');
const real = tmuxAt('tmux', process.env);

/** A tmux server of its own, with one worker `w1` in the pane of a scripted agent. */
export class TmuxPanes {
  readonly root: string;
  readonly socket: string;
  readonly turns = new WorkerTurns((error) => {
    throw error;
  }, Date.now);
  readonly setting: WorkerSetting;
  private readonly notes: string;

  constructor(base: string, options: Readonly<Record<string, unknown>> = {}) {
    this.root = path.join(base, 'root');
    this.socket = path.join(base, 'socket');
    this.notes = path.join(base, 'notes');
    this.setting = {
      id: 'w1' as WorkerId,
      repos: ['web' as RepoSlug],
      transport: 'tmux',
      options: { socket: this.socket, ...options },
    };
  }

  tmux(...words: string[]): string {
    const { TMUX: _, ...env } = process.env;
    return execFileSync('tmux', ['-u', '-f', '/dev/null', '-S', this.socket, ...words], {
      env: { ...env, PS1: '$ ' },
      encoding: 'utf8',
    });
  }

  /** A session with a program in it; answers the id of its pane. */
  session(name: string, ...command: string[]): string {
    const size = ['-x', '70', '-y', '12'];
    this.tmux('new-session', '-d', '-s', name, ...size, '-c', path.dirname(this.notes), ...command);
    return this.tmux('list-panes', '-t', `=${name}:`, '-F', '#{pane_id}').trim();
  }

  /** The agent, marked as the worker's, at its empty input line. */
  async agent(name = 'work', ...flags: string[]): Promise<string> {
    const pane = this.session(name, process.execPath, agentScript, this.notes, ...flags);
    this.tmux('set-option', '-p', '-t', pane, '@signalbox_worker', 'w1');
    await this.shows(pane, />/);
    return pane;
  }

  /** As its hook would: from below the program in the pane. */
  notice(pane: string, word: Parameters<WorkerTurns['notice']>[1] = 'turn_ended'): void {
    const pid = Number(this.tmux('display-message', '-p', '-t', pane, '#{pane_pid}'));
    const startedAt = linuxProcessTable.read(pid)?.startedAt ?? 0;
    this.turns.notice(this.setting.id, word, [{ pid, startedAt, isShell: false }]);
  }

  screen = (pane: string): string => this.tmux('capture-pane', '-p', '-t', pane);

  async shows(pane: string, what: RegExp): Promise<void> {
    await eventually(`the pane shows ${String(what)}`, () => what.test(this.screen(pane)));
  }

  /** Lets the agent ask for a permission, and waits until it does. */
  async askPermission(pane: string): Promise<void> {
    const pid = Number(this.tmux('display-message', '-p', '-t', pane, '#{pane_pid}'));
    process.kill(pid, 'SIGUSR2');
    await this.shows(pane, /Allow\?/);
  }

  keys(): Key[] {
    if (!existsSync(this.notes)) return [];
    const lines = readFileSync(this.notes, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Key);
  }

  /** Lines that were entered at the input line. */
  lines(): string[] {
    const text = this.keys()
      .filter(({ mode }) => mode === 'idle')
      .map(({ keys }) => keys)
      .join('');
    return text.split('\r').slice(0, -1);
  }

  open(more: Partial<TmuxTransportParts> = {}): TmuxTransport {
    return new TmuxTransport({
      root: this.root,
      term: 1,
      settings: () => settingsWith({ workers: [this.setting] }),
      turns: this.turns,
      presence: startPresence(Date.now),
      tmux: real,
      foregroundOf: foregroundGroup,
      isShell: isShellName,
      now: Date.now,
      pause: (ms) => setTimeout(ms),
      ...more,
    });
  }

  end(): Promise<void> {
    return new Promise((settle) => {
      execFile('tmux', ['-S', this.socket, 'kill-server'], () => {
        settle();
      });
    });
  }
}

/** Tmux that lets something happen before its n-th call, counted from 0. */
export const before = (n: number, happens: () => Promise<void> | void): Tmux => {
  let calls = 0;
  return async (...words) => {
    if (calls++ === n) await happens();
    return real(...words);
  };
};

/** Called in a `describe`: servers that all end after each test. */
export function tmuxPanes() {
  const made: TmuxPanes[] = [];
  afterEach(async () => {
    for (const one of made.splice(0)) await one.end();
  });
  const folder = temporaryFolders();
  return (options?: Readonly<Record<string, unknown>>): TmuxPanes => {
    const own = new TmuxPanes(folder(), options);
    made.push(own);
    return own;
  };
}

import { type Disposable, toDisposable } from '../../src/base/disposable.ts';
import { WorkerTurns } from '../../src/coordinator/workerTurns.ts';
import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import type { WorkerSetting } from '../../src/core/model/settings.ts';
import type { ProcessFacts } from '../../src/ipc/programOf.ts';
import type { EndpointOfferParams } from '../../src/protocol/params.ts';
import {
  TerminalTransport,
  type TerminalTransportParts,
} from '../../src/transports/terminal/terminalTransport.ts';
import type { OwningWindow, TerminalAnswer, Windows } from '../../src/transports/terminal/windows.ts';
import { EndpointOffers } from '../../src/vscode/terminals/endpointOffers.ts';
import type { OpenTerminal } from '../../src/vscode/terminals/openTerminal.ts';
import { settingsWith } from './settings.ts';

export const shellPid = 100;
export const agentPid = 200;
const startedAt = (pid: number): number => pid * 10;

/** A process of the tests: its start follows from its pid. */
const facts = (pid: number, parent: number, name: string): ProcessFacts => ({
  ...{ pid, parent, startedAt: startedAt(pid), isEnded: false, name },
  ...{ script: null, isRun: false },
});

/** A terminal of a window with a shell and an agent below it, and everything that is asked about it. */
export class FakeTerminal implements OpenTerminal {
  readonly pid = shellPid;
  name = 'w1';
  typedAt: number | null = null;
  isOpen = true;
  isShown = false;
  /** Each piece that was typed. */
  readonly pieces: string[] = [];
  foreground: number | null = agentPid;
  readAt: number | null = 0;
  /** Happens after each piece. */
  onType: () => void = () => undefined;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  type(text: string): void {
    this.pieces.push(text);
    this.typedAt = this.now();
    this.readAt = this.now();
    this.onType();
  }

  show(): void {
    this.isShown = true;
  }

  /** Lines that were entered. */
  lines(): string[] {
    return this.pieces.join('').split('\r').slice(0, -1);
  }

  process(pid: number): ProcessFacts | null {
    if (!this.isOpen) return null;
    if (pid === shellPid) return facts(pid, 1, 'bash');
    return pid === agentPid ? facts(pid, shellPid, 'claude') : null;
  }
}

/** One window's answers, over terminals of the tests. */
export const offersOf = (terminals: readonly FakeTerminal[], now: () => number): EndpointOffers =>
  new EndpointOffers({
    terminals: () => terminals.filter(({ isOpen }) => isOpen),
    table: { read: (pid) => terminals.map((terminal) => terminal.process(pid)).find(Boolean) ?? null },
    foregroundOf: (pid) => Promise.resolve(terminals.find((each) => each.pid === pid)?.foreground ?? null),
    readAt: (pid) => Promise.resolve(terminals.find((each) => each.pid === pid)?.readAt ?? null),
    now,
    pause: () => Promise.resolve(),
  });

const ref = (pid: number, isShell: boolean) => ({ pid, startedAt: startedAt(pid), isShell });

/** A coordinator's terminal transport, and the windows that it asks, without a socket between them. */
export class WindowTerminals {
  now = 1_000_000;
  readonly terminal = new FakeTerminal(() => this.now);
  readonly turns = new WorkerTurns(
    (error) => {
      throw error;
    },
    () => this.now,
  );
  readonly setting: WorkerSetting = {
    id: 'w1' as WorkerId,
    repos: ['web' as RepoSlug],
    transport: 'terminal',
    options: {},
  };
  /** By name. */
  readonly windows = new Map<string, EndpointOffers>([
    ['left', offersOf([], () => this.now)],
    ['right', offersOf([this.terminal], () => this.now)],
  ]);
  private readonly root: string;
  private readonly listeners = new Set<() => void>();

  constructor(root: string) {
    this.root = root;
  }

  /** As a hook of the agent would, from below the terminal's shell. */
  notice(word: Parameters<WorkerTurns['notice']>[1] = 'turn_ended'): void {
    this.turns.notice(this.setting.id, word, [ref(999, false), ref(agentPid, false), ref(shellPid, true)]);
  }

  windowsChanged(): void {
    for (const listener of this.listeners) listener();
  }

  open(more: Partial<TerminalTransportParts> = {}): TerminalTransport {
    return new TerminalTransport({
      root: this.root,
      term: 1,
      settings: () => settingsWith({ workers: [this.setting] }),
      turns: this.turns,
      presence: { look: ({ pid }) => (this.terminal.process(pid) === null ? 'ended' : 'alive') },
      windows: this.port,
      now: () => this.now,
      ...more,
    });
  }

  /** The windows, as the transport asks them. */
  readonly port: Windows = {
    find: async ({ worker, processes, turnEndedAt }) => {
      const params: EndpointOfferParams = {
        worker,
        processes: processes.map((each) => ({
          pid: each.pid,
          started_at: each.startedAt,
          is_shell: each.isShell,
        })),
        turn_ended_at: turnEndedAt,
        offer: null,
      };
      const asked = [...this.windows].map(([name, offers]) => this.ask(name, offers, params));
      return (await Promise.all(asked)).filter((window) => window !== null);
    },
    onChange: (listener): Disposable => {
      this.listeners.add(listener);
      return toDisposable(() => this.listeners.delete(listener));
    },
  };

  private async ask(
    name: string,
    offers: EndpointOffers,
    params: EndpointOfferParams,
  ): Promise<OwningWindow | null> {
    const look = async (offer: EndpointOfferParams['offer']): Promise<TerminalAnswer | null> => {
      const { endpoint_id: endpointId, pid, state, reason } = await offers.answer({ ...params, offer });
      return endpointId === null || pid === null || state === 'not_here'
        ? null
        : { endpointId, pid, state, reason };
    };
    const answer = await look(null);
    if (answer === null) return null;
    return {
      name,
      answer,
      deliver: async ({ messageId, attempt, term, line, untilAt }) => {
        const delivered = await look({ message_id: messageId, attempt, term, line, until: untilAt });
        if (delivered === null) throw new Error('the window is gone');
        return delivered;
      },
    };
  }
}

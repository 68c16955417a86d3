import {
  type AskedBy,
  type Offer,
  type Presence,
  type Transport,
  TransportFault,
} from '../../coordinator/ports.ts';
import type { WorkerTurn, WorkerTurns } from '../../coordinator/workerTurns.ts';
import type { Look } from '../../core/context.ts';
import type { LeaseId, MessageId } from '../../core/model/ids.ts';
import type { TransportRecord } from '../../core/model/lease.ts';
import type { Settings, WorkerSetting } from '../../core/model/settings.ts';
import { pointerTo, typeWithinMs } from '../pointer.ts';
import { not, type Obstacle, turnObstacle } from '../turnObstacle.ts';
import { TypedMessages, type Typing } from '../typedMessages.ts';
import { inputLine } from './inputLine.ts';
import { nowhere, paneObstacle } from './obstacles.ts';
import { listPanes, optionsOf, type Pane, panesOf, type PaneView, paneView, viewPane } from './panes.ts';
import type { Tmux } from './tmux.ts';
import { type Ready, typeLine } from './typeLine.ts';

export interface TmuxTransportParts {
  readonly root: string;
  /** Of the register: a send of an older term is ignored (store rule 15). */
  readonly term: number;
  readonly settings: () => Settings;
  readonly turns: WorkerTurns;
  readonly presence: Presence;
  readonly tmux: Tmux;
  /** Process group in the foreground of a process's terminal; null: not to be told. */
  readonly foregroundOf: (pid: number) => Promise<number | null>;
  readonly isShell: (program: string) => boolean;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Where something was typed. */
interface PanePlace {
  readonly socket: string | null;
  readonly pane: string;
  /** Of the pane's own process, which tells it from a later one under its id. */
  readonly panePid: number;
}
type PaneTyping = Typing<PanePlace>;

type Sight =
  | { readonly kind: 'pane'; readonly pane: Pane }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle };

/**
 * Types the pointer to a lease into the worker's pane: one ASCII line, only where the worker's last hook said that its
 * turn ended and nothing came since, or where a person said Send; only into an input line that is seen to be empty; and
 * Enter only when the line is seen to hold the pointer and nothing else. Never Escape, never a bare Enter.
 */
export class TmuxTransport implements Transport {
  readonly kind = 'tmux';
  private readonly parts: TmuxTransportParts;
  private readonly typed: TypedMessages<PanePlace>;

  constructor(parts: TmuxTransportParts) {
    this.parts = parts;
    const nowhere = { socket: null, pane: '', panePid: 0 };
    this.typed = new TypedMessages({ ...parts, nowhere });
  }

  async look(worker: WorkerSetting, askedBy: AskedBy): Promise<Look> {
    const sight = await this.find(worker);
    if (sight.kind === 'obstacle') return sight.obstacle;
    // The send says that there are several: that is a safety error, and no reason to wait (C10).
    if (sight.kind === 'several') return { ok: true, endpointId: endpointOf(sight.ids.join(',')) };
    const ready = await this.judge(worker, sight.pane, askedBy);
    return 'view' in ready ? { ok: true, endpointId: endpointOf(sight.pane.id) } : ready;
  }

  async send(offer: Offer, worker: WorkerSetting): Promise<TransportRecord> {
    const deadlineAt = this.parts.now() + typeWithinMs;
    const last = this.typed.lastOf(offer);
    if (last !== null && this.typed.isDone(offer, last)) return injected(last.place.pane);
    const sight = await this.find(worker);
    if (sight.kind === 'several') {
      const panes = sight.ids.join(', ');
      throw new TransportFault('unsafe', `ambiguous_endpoint: panes ${panes} are all of worker ${worker.id}`);
    }
    const seen = sight.kind === 'pane' ? await this.judge(worker, sight.pane, offer.askedBy) : sight.obstacle;
    if (sight.kind !== 'pane' || !('view' in seen)) {
      // What was typed before still stands there, though it may not be repeated now.
      if (last?.phase === 'typed' && sight.kind === 'pane' && sight.pane.pid === last.place.panePid)
        return injected(last.place.pane);
      return undeliverable('ok' in seen ? seen.detail : '');
    }
    return this.type(offer, worker, { pane: sight.pane, ready: seen, last, deadlineAt });
  }

  async read(_leaseId: LeaseId, messageId: MessageId): Promise<TransportRecord | null> {
    const last = this.typed.newest(messageId);
    if (last?.phase !== 'typed') return null;
    const { socket, pane, panePid } = last.place;
    const answer = await this.parts.tmux(socket, listPanes(last.worker));
    if (answer.kind === 'failed') return null;
    const panes = answer.kind === 'ok' ? panesOf(answer.out, { pane }) : [];
    if (panes.some(({ pid, isDead }) => pid === panePid && !isDead)) return null;
    const reason = `the pane ${pane} closed before the lease was acknowledged`;
    return { endpointId: endpointOf(pane), state: 'failed', reason };
  }

  watch(onChange: () => void) {
    return this.parts.turns.onChange((worker) => {
      const { workers } = this.parts.settings();
      if (workers.some(({ id, transport }) => id === worker && transport === 'tmux')) onChange();
    });
  }

  private async find(worker: WorkerSetting): Promise<Sight> {
    const options = optionsOf(worker);
    const answer = await this.parts.tmux(options.socket ?? null, listPanes(worker.id));
    if (answer.kind === 'failed') return obstacle('state_unknown', answer.reason);
    if (answer.kind === 'gone') return obstacle('undeliverable', answer.reason);
    const panes = panesOf(answer.out, options);
    const [pane] = panes;
    if (pane === undefined) return obstacle('undeliverable', nowhere(worker));
    if (panes.length > 1) return { kind: 'several', ids: panes.map(({ id }) => id) };
    if (!pane.isDead) return { kind: 'pane', pane };
    return obstacle('undeliverable', `the program in pane ${pane.id} has ended: start it again`);
  }

  /** Whether something may be typed now, or what is in its way. */
  private async judge(worker: WorkerSetting, pane: Pane, askedBy: AskedBy): Promise<Ready | Obstacle> {
    const turn = this.parts.turns.of(worker.id);
    const inTurn = turnObstacle(worker.id, turn, askedBy);
    if (inTurn !== null) return inTurn;
    const answer = await this.parts.tmux(optionsOf(worker).socket ?? null, viewPane(pane.id));
    if (answer.kind !== 'ok') return not('state_unknown', answer.reason);
    const view = paneView(answer.out);
    if (view === null) return not('state_unknown', `pane ${pane.id} could not be looked at`);
    const blocked = paneObstacle(pane, view) ?? (await this.foregroundObstacle(pane, view, turn, askedBy));
    if (blocked !== null) return blocked;
    const { kind, row, text } = inputLine(view, optionsOf(worker).prompt ?? null);
    if (kind === 'empty') return { view, row, turn, left: null };
    if (kind === 'text' && this.isLeft(worker.id, pane, text)) return { view, row, turn, left: text };
    return kind === 'text'
      ? not('worker_busy', `text stands in the input line of pane ${pane.id}: send it, or clear it`)
      : not(
          'state_unknown',
          `pane ${pane.id} shows no empty input line: options.prompt says what one looks like`,
        );
  }

  /** Whether a text is a pointer that was typed into this very pane and not entered: a coordinator ended in between. */
  private isLeft(worker: WorkerSetting['id'], pane: Pane, text: string): boolean {
    const isOwn = (one: PaneTyping): boolean =>
      one.worker === worker &&
      one.place.panePid === pane.pid &&
      text === pointerTo(one.leaseId as LeaseId) &&
      (one.phase === 'failed' || this.typed.isAbandoned(one));
    return text !== '' && this.typed.all().some(isOwn);
  }

  /** By a hook only the very program that the hook came from is typed to; by a person any but a shell. */
  private async foregroundObstacle(
    pane: Pane,
    { program }: PaneView,
    turn: WorkerTurn | null,
    askedBy: AskedBy,
  ): Promise<Obstacle | null> {
    const group = await this.parts.foregroundOf(pane.pid);
    if (group === pane.pid && this.parts.isShell(program)) {
      return not('no_worker', `pane ${pane.id} runs ${program}: start the agent in it`);
    }
    if (askedBy === 'person') return null;
    const processes = turn?.processes ?? [];
    const isIn = processes.some(({ pid }) => pid === pane.pid);
    const agent = processes.find(({ pid, isShell }) => pid === group && !isShell);
    if (isIn && agent !== undefined && this.parts.presence.look(agent) === 'alive') return null;
    return not(
      'state_unknown',
      `what runs in the foreground of pane ${pane.id} is not what the last hook came from`,
    );
  }

  private async type(
    offer: Offer,
    worker: WorkerSetting,
    {
      pane,
      ready,
      last,
      deadlineAt,
    }: { pane: Pane; ready: Ready; last: PaneTyping | null; deadlineAt: number },
  ): Promise<TransportRecord> {
    if (ready.left !== null && ready.left !== pointerTo(offer.leaseId)) {
      return undeliverable(`another lease's pointer stands in pane ${pane.id}: send it, or clear it`);
    }
    const socket = optionsOf(worker).socket ?? null;
    const typing = this.typed.next(offer, { socket, pane: pane.id, panePid: pane.pid }, last);
    if (!this.typed.claim(typing)) return injected(this.typed.newest(offer.messageId)?.place.pane ?? pane.id);
    try {
      const failure = await typeLine(
        this.parts,
        worker,
        { pane, ready, deadlineAt },
        pointerTo(offer.leaseId),
      );
      this.typed.update({ ...typing, phase: failure === null ? 'typed' : 'failed' });
      return failure === null ? injected(pane.id) : undeliverable(failure);
    } catch (error) {
      this.typed.update({ ...typing, phase: 'failed' });
      throw error;
    }
  }
}

const endpointOf = (pane: string): string => `tmux:${pane}`;
const injected = (pane: string): TransportRecord => ({
  endpointId: endpointOf(pane),
  state: 'injected',
  reason: null,
});
const undeliverable = (reason: string): TransportRecord => ({
  endpointId: null,
  state: 'undeliverable',
  reason,
});
const obstacle = (reason: Obstacle['reason'], detail: string): Sight => ({
  kind: 'obstacle',
  obstacle: not(reason, detail),
});

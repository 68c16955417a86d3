import {
  type AskedBy,
  type Offer,
  type Presence,
  type Transport,
  TransportFault,
} from '../../coordinator/ports.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { WorkerTurns } from '../../coordinator/workerTurns.ts';
import type { Look } from '../../core/context.ts';
import type { LeaseId, MessageId, WorkerId } from '../../core/model/ids.ts';
import type { ProcessRef, TransportRecord } from '../../core/model/lease.ts';
import type { Settings, WorkerSetting } from '../../core/model/settings.ts';
import { pointerTo, typeWithinMs } from '../pointer.ts';
import { not, type Obstacle, turnObstacle } from '../turnObstacle.ts';
import { TypedMessages, type Typing } from '../typedMessages.ts';
import type { OwningWindow, TerminalAnswer, TerminalQuestion, Windows } from './windows.ts';

export interface TerminalTransportParts {
  readonly root: string;
  /** Of the register: a send of an older term is ignored (store rule 15). */
  readonly term: number;
  readonly settings: () => Settings;
  readonly turns: WorkerTurns;
  readonly presence: Presence;
  readonly windows: Windows;
  readonly now: () => number;
}

/** The terminal that something was typed into. */
interface TerminalPlace {
  readonly endpointId: string;
  /** Its first process; `startedAt` 0: not known. */
  readonly process: ProcessRef;
}

type Ready =
  | { readonly kind: 'ready'; readonly window: OwningWindow; readonly question: TerminalQuestion }
  | { readonly kind: 'several'; readonly names: readonly string[] }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle; readonly endpointId: string | null };

/**
 * Lets the window that has the worker's terminal type the pointer to a lease: only where the worker's last hook said that its
 * turn ended and nothing came since, or where a person said Send. The terminal is the one below whose shell the worker
 * called last, in whichever window it is by now.
 */
export class TerminalTransport implements Transport {
  readonly kind = 'terminal';
  private readonly parts: TerminalTransportParts;
  private readonly typed: TypedMessages<TerminalPlace>;

  constructor(parts: TerminalTransportParts) {
    this.parts = parts;
    this.typed = new TypedMessages({
      ...parts,
      nowhere: { endpointId: '', process: { pid: 0, startedAt: 0 } },
    });
  }

  async look({ id }: WorkerSetting, askedBy: AskedBy): Promise<Look> {
    const ready = await this.find(id, askedBy);
    if (ready.kind === 'obstacle') return ready.obstacle;
    // The send says that there are several: that is a safety error, and no reason to wait (C10).
    if (ready.kind === 'several') return { ok: true, endpointId: ready.names.join(',') };
    return { ok: true, endpointId: ready.window.answer.endpointId };
  }

  async send(offer: Offer, { id }: WorkerSetting): Promise<TransportRecord> {
    const untilAt = this.parts.now() + typeWithinMs;
    const last = this.typed.lastOf(offer);
    if (last !== null && this.typed.isDone(offer, last)) return injected(last.place.endpointId);
    const ready = await this.find(id, offer.askedBy);
    if (ready.kind === 'several') {
      const windows = ready.names.join(', ');
      throw new TransportFault('unsafe', `ambiguous_endpoint: ${windows} all have the terminal of ${id}`);
    }
    if (ready.kind === 'obstacle') {
      // What was typed before still stands there, though it may not be repeated now.
      const isThere = last?.phase === 'typed' && last.place.endpointId === ready.endpointId;
      return isThere ? injected(last.place.endpointId) : undeliverable(ready.obstacle.detail);
    }
    return this.deliver(offer, ready, last, untilAt);
  }

  read(_leaseId: LeaseId, messageId: MessageId): Promise<TransportRecord | null> {
    const last = this.typed.newest(messageId);
    const isOver = last?.phase === 'typed' && this.parts.presence.look(last.place.process) === 'ended';
    if (!isOver) return Promise.resolve(null);
    const reason = 'the terminal closed before the lease was acknowledged';
    return Promise.resolve({ endpointId: last.place.endpointId, state: 'failed', reason });
  }

  watch(onChange: () => void) {
    const isOurs = (worker: WorkerId): boolean =>
      this.parts.settings().workers.some(({ id, transport }) => id === worker && transport === this.kind);
    const watching = new DisposableStore();
    watching.add(this.parts.windows.onChange(onChange));
    watching.add(
      this.parts.turns.onChange((worker) => {
        if (isOurs(worker)) onChange();
      }),
    );
    return watching;
  }

  /** Asks the windows first: that one of them has the terminal is to be known whatever the worker's turn is (W6). */
  private async find(worker: WorkerId, askedBy: AskedBy): Promise<Ready> {
    const { turns, windows } = this.parts;
    const turn = turns.of(worker);
    const question: TerminalQuestion = {
      worker,
      processes: askedBy === 'tick' ? (turn?.processes ?? turns.placeOf(worker)) : turns.placeOf(worker),
      turnEndedAt: askedBy === 'tick' ? (turn?.at ?? this.parts.now()) : null,
    };
    if (question.processes.length === 0) {
      return obstacle(
        turn === null ? not('no_worker', notCalled(worker)) : not('state_unknown', afar(worker)),
      );
    }
    const [window, ...others] = await windows.find(question);
    if (window === undefined) return obstacle(not('no_worker', noWindow(worker)));
    if (others.length > 0) {
      return { kind: 'several', names: [window, ...others].map(({ name }) => name) };
    }
    const { endpointId } = window.answer;
    if (turns.of(worker) !== turn)
      return obstacle(not('worker_busy', `${worker} has just called`), endpointId);
    const blocked = turnObstacle(worker, turn, askedBy) ?? obstacleIn(window.answer);
    return blocked === null ? { kind: 'ready', window, question } : obstacle(blocked, endpointId);
  }

  private async deliver(
    offer: Offer,
    { window, question }: Extract<Ready, { kind: 'ready' }>,
    last: Typing<TerminalPlace> | null,
    untilAt: number,
  ): Promise<TransportRecord> {
    const { endpointId, pid } = window.answer;
    const startedAt = question.processes.find((process) => process.pid === pid)?.startedAt ?? 0;
    const typing = this.typed.next(offer, { endpointId, process: { pid, startedAt } }, last);
    if (!this.typed.claim(typing)) return injected(endpointId);
    const { messageId, attempt } = offer;
    const { term, turns } = this.parts;
    try {
      const line = pointerTo(offer.leaseId);
      const answer = await window.deliver({ messageId, attempt, term, line, untilAt });
      const isTyped = answer.state === 'injected';
      this.typed.update({ ...typing, phase: isTyped ? 'typed' : 'failed' });
      if (!isTyped) return undeliverable(answer.reason ?? answer.state);
      turns.typed(offer.worker);
      return injected(answer.endpointId);
    } catch (error) {
      this.typed.update({ ...typing, phase: 'failed' });
      const reason = error instanceof Error ? error.message : String(error);
      throw new TransportFault('transient', `${window.name} did not say whether it typed: ${reason}`, {
        cause: error,
      });
    }
  }
}

const notCalled = (worker: WorkerId): string =>
  `${worker} has not called from a terminal yet: start it there (Signalbox: Start Worker)`;
const afar = (worker: WorkerId): string =>
  `the last hook of ${worker} came from another machine or container, where no window is to be asked`;
const noWindow = (worker: WorkerId): string =>
  `no window has the terminal of ${worker}: open its window, or start it (Signalbox: Start Worker)`;

/** What the window sees in the way. */
function obstacleIn({ state, reason }: TerminalAnswer): Obstacle | null {
  const detail = reason ?? state;
  if (state === 'busy' || state === 'left') return not('worker_busy', detail);
  if (state === 'unknown') return not('state_unknown', detail);
  return state === 'idle' ? not('no_worker', detail) : null;
}

const obstacle = (found: Obstacle, endpointId: string | null = null): Ready => ({
  kind: 'obstacle',
  obstacle: found,
  endpointId,
});
const injected = (endpointId: string): TransportRecord => ({ endpointId, state: 'injected', reason: null });
const undeliverable = (reason: string): TransportRecord => ({
  endpointId: null,
  state: 'undeliverable',
  reason,
});

import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { WorkerId } from '../core/model/ids.ts';
import { sameOrigin } from '../ipc/authenticator.ts';
import type { Session } from '../ipc/session.ts';
import type { ProcessOrigin } from '../protocol/hello.ts';
import type { EndpointOfferParams } from '../protocol/params.ts';
import type { EndpointView } from '../protocol/views.ts';
import type {
  OwningWindow,
  TerminalAnswer,
  TerminalQuestion,
  TypedOffer,
  Windows,
} from '../transports/terminal/windows.ts';
import type { Caller } from './methods/methodContext.ts';

export interface WindowLinksParts {
  /** Where this coordinator's pids mean something. */
  readonly origin: ProcessOrigin;
  /** The window that had the worker's terminal is gone (W6). */
  readonly onDetached: (worker: WorkerId) => void;
  /** A window has it, again. */
  readonly onAttached: (worker: WorkerId) => void;
  readonly onFault: (error: unknown) => void;
}

/** A look is answered in milliseconds; a window that hangs must not hold up the others. */
const LOOK_MS = 1_500;
/** Above the time in which a window types. */
const DELIVER_MS = 7_000;

/** The windows that are connected, and which of them was last seen to have a worker's terminal. */
export class WindowLinks implements Windows, Disposable {
  private readonly parts: WindowLinksParts;
  private readonly sessions = new Set<Session<Caller>>();
  private readonly owners = new Map<WorkerId, Session<Caller>>();
  private readonly changed: Emitter<void>;

  constructor(parts: WindowLinksParts) {
    this.parts = parts;
    this.changed = new Emitter(parts.onFault);
  }

  /** Told of each session that asks for something; a person's windows on this machine are kept. */
  see(session: Session<Caller>): void {
    const { client, identity, closed } = session;
    if (client.kind !== 'window' || identity.surface !== 'operator' || this.sessions.has(session)) return;
    if (closed.aborted || !sameOrigin(client.origin, this.parts.origin)) return;
    this.sessions.add(session);
    closed.addEventListener('abort', () => this.forget(session), { once: true });
    this.changed.fire();
  }

  onChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  async find(question: TerminalQuestion): Promise<readonly OwningWindow[]> {
    const params = paramsOf(question);
    const asked = [...this.sessions].map((session) => this.ask(session, params));
    const owning = (await Promise.all(asked)).filter((window) => window !== null);
    if (owning.length > 0) this.parts.onAttached(question.worker);
    return owning;
  }

  dispose(): void {
    this.sessions.clear();
    this.changed.dispose();
  }

  /** Null: it has not the terminal, or does not say so. */
  private async ask(session: Session<Caller>, params: EndpointOfferParams): Promise<OwningWindow | null> {
    let view: EndpointView;
    try {
      view = await session.request('endpoint.offer', params, { timeoutMs: LOOK_MS });
    } catch {
      // One that goes, hangs or knows no terminals is like one that has none: the next look asks again.
      return null;
    }
    const answer = answerOf(view);
    if (answer === null || session.closed.aborted) return null;
    this.owners.set(params.worker as WorkerId, session);
    return {
      name: nameOf(session),
      answer,
      deliver: async (offer) => {
        const asking = { ...params, offer: offerParams(offer) };
        const delivered = await session.request('endpoint.offer', asking, { timeoutMs: DELIVER_MS });
        return answerOf(delivered) ?? { ...answer, state: 'unknown', reason: 'its terminal is gone' };
      },
    };
  }

  private forget(session: Session<Caller>): void {
    if (!this.sessions.delete(session)) return;
    for (const [worker, owner] of this.owners) {
      if (owner !== session) continue;
      this.owners.delete(worker);
      this.parts.onDetached(worker);
    }
    this.changed.fire();
  }
}

const nameOf = ({ client }: Session<Caller>): string => `${client.name} (pid ${client.process.pid})`;

const paramsOf = ({ worker, processes, turnEndedAt }: TerminalQuestion): EndpointOfferParams => ({
  worker,
  processes: processes.map(({ pid, startedAt, isShell }) => ({
    pid,
    started_at: startedAt,
    is_shell: isShell,
  })),
  turn_ended_at: turnEndedAt,
  offer: null,
});

const offerParams = ({ messageId, attempt, term, line, untilAt }: TypedOffer) => ({
  message_id: messageId,
  ...{ attempt, term, line },
  until: untilAt,
});

function answerOf({ endpoint_id: endpointId, pid, state, reason }: EndpointView): TerminalAnswer | null {
  if (endpointId === null || pid === null || state === 'not_here') return null;
  return { endpointId, pid, state, reason };
}

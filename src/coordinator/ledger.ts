import { Emitter } from '../base/emitter.ts';
import type { Result } from '../base/result.ts';
import type { Answers, CommandOf, CommandType } from '../core/commands.ts';
import type { Context, Facts, RequestMark } from '../core/context.ts';
import { decide } from '../core/decide/decide.ts';
import type { Actor, RegisterEvent } from '../core/events.ts';
import { evolve, evolveStored } from '../core/evolve/evolve.ts';
import { initialState, type MutableState, type State } from '../core/model/state.ts';
import type { Settings } from '../core/model/settings.ts';
import type { Rejection } from '../core/rejection.ts';
import type { Clock, IdSource, Log, Register } from './ports.ts';

export interface LedgerParts {
  readonly register: Register;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly settings: () => Settings;
}

/**
 * The folded state of one register, and the only way to change it: decide on the state, append at the expected position,
 * evolve, answer and publish once confirmed. Decisions of one turn of the loop see each other before they are confirmed;
 * nothing of them leaves before (release rule). After a fault of the register the ledger refuses everything: the outcome
 * of what was under way is unknown, and its owner opens again.
 */
export class Ledger {
  private readonly parts: LedgerParts;
  private own: MutableState = initialState();
  private readonly confirmed: Emitter<readonly RegisterEvent[]>;
  private fault: Error | null = null;

  constructor(parts: LedgerParts) {
    this.parts = parts;
    this.confirmed = new Emitter((error) => {
      parts.log.error('a listener of the register failed', { error: String(error) });
    });
  }

  get state(): State {
    return this.own;
  }

  get onConfirmed(): Emitter<readonly RegisterEvent[]>['event'] {
    return this.confirmed.event;
  }

  /** Takes up what the register holds folded, and folds the rest; called once, before anything else. */
  async load(): Promise<void> {
    this.own = (await this.parts.register.restore?.()) ?? this.own;
    for await (const events of this.parts.register.replay()) {
      for (const event of events) evolveStored(this.own, event);
    }
  }

  context(facts: Facts): Context {
    const { clock, ids, settings } = this.parts;
    return {
      now: clock.now(),
      settings: settings(),
      facts,
      newId: (kind) => ids.newId(kind),
      newSecret: () => ids.newSecret(),
    };
  }

  /** Settles when the outcome, also a refusal, is confirmed. Rejects with the register's fault. */
  async execute<T extends CommandType>(
    type: T,
    params: CommandOf<T>['params'],
    by: { readonly actor: Actor; readonly request?: RequestMark | null; readonly facts: Facts },
  ): Promise<Result<Answers[T], Rejection>> {
    if (this.fault !== null) throw this.fault;
    const command = { type, params, actor: by.actor, request: by.request ?? null } as unknown as CommandOf<T>;
    const { events, result } = decide<T>(this.own, command, this.context(by.facts));
    await this.store(events);
    return result;
  }

  /** Reads the state as it is, and answers when all that was read is confirmed (store.md rule 6). */
  async read<T>(look: (state: State) => T): Promise<T> {
    if (this.fault !== null) throw this.fault;
    const value = look(this.own);
    await this.orFail(this.parts.register.confirm());
    return value;
  }

  private async store(events: readonly RegisterEvent[]): Promise<void> {
    if (events.length === 0) return this.orFail(this.parts.register.confirm());
    const done = this.parts.register.append(this.own.position, events);
    for (const event of events) evolve(this.own, event);
    await this.orFail(done);
    this.confirmed.fire(events);
  }

  private async orFail(done: Promise<void>): Promise<void> {
    try {
      await done;
    } catch (error) {
      this.fault ??= error instanceof Error ? error : new Error(String(error));
      throw this.fault;
    }
  }
}

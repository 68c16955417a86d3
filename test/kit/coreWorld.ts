import type { Answers, CommandOf, CommandType, Grant } from '../../src/core/commands.ts';
import { type Context, type Facts, noFacts, type RequestMark } from '../../src/core/context.ts';
import { decide, type Outcome } from '../../src/core/decide/decide.ts';
import type { Actor, RegisterEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import type { LeaseId, NewId, SourceName, WorkerId } from '../../src/core/model/ids.ts';
import type { Lease } from '../../src/core/model/lease.ts';
import type { Settings } from '../../src/core/model/settings.ts';
import type { Snapshot } from '../../src/core/model/snapshot.ts';
import { initialState, type MutableState } from '../../src/core/model/state.ts';
import type { Rejection } from '../../src/core/rejection.ts';
import { checkTransition } from './leaseTransitions.ts';
import { settingsWith } from './settings.ts';

export const system: Actor = { surface: 'system', name: 'coordinator' };
export const worker = (name = 'demo'): Actor => ({ surface: 'worker', name });
export const operator = (name = 'pat'): Actor => ({ surface: 'operator', name });

/**
 * The pure core with a clock that stands still: given events, when a command, then events or a rejection. Ids count up,
 * so whole values can be compared.
 */
export class CoreWorld {
  readonly state: MutableState = initialState();
  readonly events: RegisterEvent[] = [];
  now = 0;
  settings: Settings;
  /** What was looked at outside; every source is fresh and every worker that is sent to has an endpoint. */
  facts: Partial<Facts> = {};
  private ids = 0;

  constructor(settings: Partial<Settings> = {}) {
    this.settings = settingsWith(settings);
  }

  context(facts: Partial<Facts> = {}): Context {
    const newId = ((kind: string) => `${kind}-${String(++this.ids)}`) as NewId;
    return {
      now: this.now,
      settings: this.settings,
      facts: { ...noFacts, ...this.usualFacts(), ...this.facts, ...facts },
      newId,
      newSecret: () => 'secret',
    };
  }

  /** Decides and, as the coordinator would, folds what came of it; no lease may move but by the table (behaviour 2). */
  run<T extends CommandType>(
    type: T,
    params: CommandOf<T>['params'],
    by: { actor?: Actor; request?: RequestMark | null; facts?: Partial<Facts> } = {},
  ): Outcome<T> {
    const command = { type, params, actor: by.actor ?? system, request: by.request ?? null };
    const outcome = decide<T>(this.state, command as unknown as CommandOf<T>, this.context(by.facts));
    for (const event of outcome.events) {
      checkTransition(this.state, event, () => {
        evolve(this.state, event);
      });
    }
    this.events.push(...outcome.events);
    return outcome;
  }

  /** The answer; a rejection fails the test. */
  ok<T extends CommandType>(
    type: T,
    params: CommandOf<T>['params'],
    by: Parameters<CoreWorld['run']>[2] = {},
  ): Answers[T] {
    const { result } = this.run(type, params, by);
    if (!result.ok) throw new Error(`${type} was refused: ${JSON.stringify(result.error)}`);
    return result.value;
  }

  /** The rejection; an answer fails the test. */
  refused<T extends CommandType>(
    type: T,
    params: CommandOf<T>['params'],
    by: Parameters<CoreWorld['run']>[2] = {},
  ): Rejection {
    const { result } = this.run(type, params, by);
    if (result.ok) throw new Error(`${type} was accepted: ${JSON.stringify(result.value)}`);
    return result.error;
  }

  /** A tick in which `hub` says this (null: it failed), after `afterMs`. */
  tick(snapshot: Snapshot | null, afterMs = 0, facts: Partial<Facts> = {}): Answers['tick'] {
    this.now += afterMs;
    const hub =
      snapshot === null
        ? ({ source: 'hub', ok: false, reason: 'offline' } as const)
        : ({ source: 'hub', ok: true, snapshot, isNew: true } as const);
    const empty: Snapshot = { repos: [], plans: [], tasks: [], dependencies: [], messages: [] };
    const workspace = { source: 'workspace', ok: true, snapshot: empty, isNew: true } as const;
    return this.ok('tick', { readings: [workspace, hub], absentMs: 0, deliveries: [] }, { facts });
  }

  leases(): Lease[] {
    const find = (id: LeaseId): Lease | undefined => this.state.live.get(id) ?? this.state.closed.get(id);
    const created = this.events.filter((event) => event.type === 'LeaseCreated');
    return created.map(({ data }) => find(data.leaseId)).filter((lease) => lease !== undefined);
  }

  /** The only lease, or the one at the index in order of creation. */
  lease(index = 0): Lease {
    const lease = this.leases()[index];
    if (lease === undefined) throw new Error(`there is no lease ${String(index)}`);
    return lease;
  }

  /** Acknowledges the lease offered to the worker. */
  ack(lease: Lease, name = 'demo'): Grant {
    return this.ok('lease.ack', { lease: lease.id, worker: name }, { actor: worker(name) });
  }

  /** Types of the events since a mark, for whole comparison. */
  typesSince(mark: number): string[] {
    return this.events.slice(mark).map(({ type }) => type);
  }

  private usualFacts(): Partial<Facts> {
    const pushed = this.settings.workers.filter(({ transport }) => transport !== 'poll');
    return {
      goodAt: new Map(this.settings.sources.map(({ name }) => [name, this.now] as [SourceName, number])),
      endpoints: new Map(
        pushed.map(
          ({ id }) =>
            [id, { ok: true, endpointId: `endpoint-${id}` }] as [WorkerId, { ok: true; endpointId: string }],
        ),
      ),
    };
  }
}

import { noFacts } from '../../../src/core/context.ts';
import { decide } from '../../../src/core/decide/decide.ts';
import type { RegisterEvent } from '../../../src/core/events.ts';
import { evolve, evolveStored } from '../../../src/core/evolve/evolve.ts';
import type { LeaseId, NewId } from '../../../src/core/model/ids.ts';
import { initialState, type MutableState, type State } from '../../../src/core/model/state.ts';
import { isMoved, retentionMs } from '../../../src/core/rules/retention.ts';
import { system } from '../../kit/coreWorld.ts';
import { settingsWith } from '../../kit/settings.ts';
import { must } from './rule.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What a register and its archive hold after some events and some retention, and the state that all of them fold to. */
export class Retained {
  readonly state: MutableState = initialState();
  archived = 0;
  private kept: RegisterEvent[] = [];
  private ids = 0;
  private lastAt = 0;

  /** Events in the positions that are next here. */
  add(events: readonly RegisterEvent[]): void {
    for (const event of events) {
      const placed = { ...event, position: this.state.position + 1 };
      evolve(this.state, placed);
      this.kept.push(placed);
      this.lastAt = Math.max(this.lastAt, event.at);
    }
  }

  /** Time passes, receipts are taken, and retention moves what is due. */
  retain(): void {
    const now = this.lastAt + retentionMs + dayMs;
    this.decide(
      'receipts.acknowledge',
      { receiptIds: [...this.state.outbox.values()].map(({ id }) => id) },
      now,
    );
    for (let left = 1; left > 0;) left = this.decide('archive', { limit: 2 }, now);
  }

  /** A fold of what is left comes to the same state; only the order of what has no order may differ. */
  check(): void {
    const replayed = initialState();
    for (const event of JSON.parse(JSON.stringify(this.kept)) as RegisterEvent[])
      evolveStored(replayed, event);
    const [found, wanted] = [sorted(replayed), sorted(this.state)];
    for (const [name, value] of Object.entries(wanted)) {
      must(found[name] === value, () => `after retention ${name} is\n${found[name] ?? ''}\nnot\n${value}`);
    }
  }

  private decide(type: 'archive' | 'receipts.acknowledge', params: object, now: number): number {
    const newId = ((kind: string) => `${kind}-later-${String(++this.ids)}`) as NewId;
    const context = { now, settings: settingsWith({}), facts: noFacts, newId, newSecret: () => 'secret' };
    const command = { type, params, actor: system, request: null };
    const { events, result } = decide(this.state, command as never, context);
    this.add(events);
    const marks = events.filter((event) => event.type === 'LeaseArchived');
    const leases = new Set<LeaseId>(marks.map(({ data }) => data.leaseId));
    this.archived += leases.size;
    if (leases.size > 0) this.kept = this.kept.filter((event) => !isMoved(event, leases, now));
    return result.ok && 'left' in result.value ? (result.value as { left: number }).left : 0;
  }
}

function sorted(state: State): Record<string, string> {
  const parts = Object.entries(state).map(([name, part]) => {
    if (typeof part === 'number') return [name, String(part)];
    const entries = [...(part as { entries(): Iterable<unknown> }).entries()];
    return [
      name,
      entries
        .map((entry) => JSON.stringify(entry))
        .sort()
        .join('\n'),
    ];
  });
  return Object.fromEntries(parts) as Record<string, string>;
}

/** Retention in the middle of a sequence and after it; answers how many leases it took. */
export function checkRetention(events: readonly RegisterEvent[]): number {
  const half = Math.floor(events.length / 2);
  const retained = new Retained();
  for (const part of [events.slice(0, half), events.slice(half)]) {
    retained.add(part);
    retained.retain();
    retained.check();
  }
  return retained.archived;
}

import assert from 'node:assert/strict';
import type { RegisterEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { retentionMs } from '../../src/core/rules/retention.ts';
import { CoreWorld, system } from './coreWorld.ts';
import { story } from './story.ts';

/** The story, and 31 days later what marks both of its leases as archived. */
export function archivedStory(): { before: RegisterEvent[]; marks: RegisterEvent[]; world: CoreWorld } {
  const before = story();
  const world = new CoreWorld();
  for (const event of before) evolve(world.state, event);
  world.now = (before.at(-1)?.at ?? 0) + retentionMs + 24 * 60 * 60 * 1000;
  const receiptIds = [...world.state.outbox.values()].map(({ id }) => id);
  world.ok('receipts.acknowledge', { receiptIds }, { actor: system });
  assert.deepEqual(world.ok('archive', { limit: 10 }), { archived: 2, left: 0 });
  const marks = world.events.map((event) => ({ ...event, id: `later-${event.id}` as typeof event.id }));
  return { before, marks, world };
}

import assert from 'node:assert/strict';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import type { RequestId } from '../../src/core/model/ids.ts';
import { CoreWorld, operator, system, worker } from './coreWorld.ts';

/** Two tasks: one completed by its worker after a question, one stopped by an operator. */
export function story(): RegisterEvent[] {
  const world = new CoreWorld();
  const step = (ms: number) => (world.now += ms);
  world.now = 1_700_000_000_000;
  world.ok('task.add', { title: 'Fix parser' }, { actor: operator() });
  world.ok('task.add', { title: 'Write docs' }, { actor: operator() });
  world.tick({ repos: [], plans: [], tasks: [], dependencies: [], messages: [] }, 1000);
  const { grant } = world.ok('lease.next', { worker: 'demo' }, { actor: worker() });
  assert.ok(grant);
  const call = { lease: grant.lease.id, worker: 'demo', epoch: grant.epoch };
  step(1000);
  const asked = world.ok('question.ask', { ...call, text: 'Which one?' }, { actor: worker() });
  step(1000);
  const request = { requestId: uuid7(world.now, new Uint8Array(10)) as RequestId, digest: 'digest' };
  const answer = { question: asked.question.id, value: 'The first' };
  world.ok('question.answer', answer, { actor: operator(), request });
  step(1000);
  world.ok('lease.complete', { ...call, checkpoint: { summary: 'done' } }, { actor: worker() });
  world.ok('lease.stop', { lease: world.leases()[1]!.id }, { actor: operator() });
  const [first] = world.state.outbox.values();
  world.ok('receipts.acknowledge', { receiptIds: [first!.id] }, { actor: system });
  return world.events;
}

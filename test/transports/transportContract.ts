import assert from 'node:assert/strict';
import type { Offer, Transport } from '../../src/coordinator/ports.ts';
import type { LeaseId, MessageId, RepoSlug, TaskId } from '../../src/core/model/ids.ts';
import type { WorkerSetting } from '../../src/core/model/settings.ts';

/** A transport with one worker that can be reached, and what reached it. */
export interface TransportUnderTest {
  readonly transport: Transport;
  readonly worker: WorkerSetting;
  /** How many jobs reached the worker; waits until there are at least so many. */
  readonly jobs: (atLeast: number) => Promise<number>;
  /** The same transport as the next coordinator opens it; the earlier one is gone. */
  readonly reopen: () => Promise<Transport>;
  /** The worker ends without a word to the coordinator. Settles when that can be seen. */
  readonly endWorker: () => Promise<void>;
}

let made = 0;

/** An offer with an id of its own. */
export function offerTo(worker: WorkerSetting, more: Partial<Offer> = {}): Offer {
  made += 1;
  const id = `01900000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  return {
    leaseId: id as LeaseId,
    messageId: id as MessageId,
    attempt: 1,
    taskId: 'workspace/1' as TaskId,
    worker: worker.id,
    repo: (worker.repos[0] ?? '') as RepoSlug,
    prompt: `Signalbox lease ${id}: Fix parser`,
    askedBy: 'tick',
    ...more,
  };
}

/** What every adapter of the port has to keep where its worker can't be reached now (C8, C10). */
export function unreachableContract(
  make: () => Promise<{ readonly transport: Transport; readonly worker: WorkerSetting }>,
): void {
  it('C8, C10: a worker that can not be reached has no endpoint, a reason, and nothing that reached it', async () => {
    const { transport, worker } = await make();
    const look = await transport.look(worker, 'tick');
    assert.ok(!look.ok);
    assert.match(look.detail, /\w/);
    const offer = offerTo(worker);
    const record = await transport.send(offer, worker);
    assert.deepEqual({ ...record, reason: null }, { endpointId: null, state: 'undeliverable', reason: null });
    assert.match(record.reason ?? '', /\w/);
    assert.equal((await transport.read?.(offer.leaseId, offer.messageId)) ?? null, null);
  });
}

/** What every adapter of the `Transport` port that delivers has to keep (C8, C9, store rule 15). */
export function transportContract(make: () => Promise<TransportUnderTest>): void {
  it('a worker that can be reached has an endpoint', async () => {
    const { transport, worker } = await make();
    const look = await transport.look(worker, 'tick');
    assert.ok(look.ok);
    assert.notEqual(look.endpointId, '');
  });

  it('C8: a send that reached the worker is injected, at a named endpoint, and no more than that', async () => {
    const { transport, worker, jobs } = await make();
    const offer = offerTo(worker);
    const record = await transport.send(offer, worker);
    assert.deepEqual({ ...record, endpointId: '' }, { endpointId: '', state: 'injected', reason: null });
    assert.ok(record.endpointId);
    assert.equal(await jobs(1), 1);
    assert.equal((await transport.read?.(offer.leaseId, offer.messageId)) ?? null, null);
  });

  it('C9: a message id that has been seen is no second job', async () => {
    const { transport, worker, jobs } = await make();
    const offer = offerTo(worker);
    const first = await transport.send(offer, worker);
    assert.deepEqual(await transport.send({ ...offer, attempt: 2 }, worker), first);
    assert.equal(await jobs(1), 1);
  });

  it('C9: nor is it one for the next coordinator', async () => {
    const { transport, worker, jobs, reopen } = await make();
    const offer = offerTo(worker);
    const first = await transport.send(offer, worker);
    const again = await reopen();
    assert.deepEqual(await again.send(offer, worker), first);
    assert.equal(await jobs(1), 1);
  });

  it('C9: two sends of one message at the same time are one job', async () => {
    const { transport, worker, jobs, reopen } = await make();
    const offer = offerTo(worker);
    const other = await reopen();
    const [one, two] = await Promise.all([transport.send(offer, worker), other.send(offer, worker)]);
    assert.deepEqual([one.state, two.state], ['injected', 'injected']);
    assert.equal(await jobs(1), 1);
  });

  it('C8: a worker that ended without a word makes the delivery failed', async () => {
    const { transport, worker, jobs, endWorker } = await make();
    const offer = offerTo(worker);
    await transport.send(offer, worker);
    await jobs(1);
    await endWorker();
    const later = await transport.read?.(offer.leaseId, offer.messageId);
    assert.equal(later?.state, 'failed');
    assert.ok(later.reason);
  });
}

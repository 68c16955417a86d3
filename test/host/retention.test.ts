import assert from 'node:assert/strict';
import type { ProtocolError } from '../../src/protocol/errors.ts';
import { hosts } from '../kit/hosts.ts';
import { story } from '../kit/story.ts';
import { testRegister } from '../kit/testStore.ts';

describe('retention in a host', () => {
  const { root: newRoot, start, connect } = hosts();

  /** A register whose leases ended years ago, compacted. */
  async function compacted() {
    const root = newRoot();
    const events = story();
    const register = await testRegister(root);
    await register.append(0, events);
    await register.close();
    const host = await start(root, { isTicking: false });
    await host.coordinator.project();
    const client = await connect(root, 'operator');
    const { leases } = await client.request('lease.list', {});
    const [lease] = leases;
    assert.ok(lease);
    await client.request('store.compact', {});
    return { root, host, client, lease, events };
  }

  it('C20: a compacted register lists no archived lease, and its history still tells all of it', async () => {
    const { client, lease, events } = await compacted();
    assert.deepEqual((await client.request('lease.list', {})).leases, []);
    const history = await client.request('history.list', { lease: lease.id });
    const own = events.filter(({ about }) => about.leaseId === lease.id).map(({ type }) => type);
    assert.deepEqual(
      history.events.map(({ type }) => type),
      [...own, 'LeaseArchived'],
    );
    await assert.rejects(client.request('lease.show', { lease: lease.id }), (error: ProtocolError) => {
      assert.deepEqual([error.kind, error.next], ['gone', `Read it: signalbox history --lease ${lease.id}.`]);
      return true;
    });
    assert.deepEqual((await client.request('store.verify', {})).problems, []);
  });

  it('a position that was archived is gone for lists and followers, with the oldest that is not', async () => {
    const { client, lease } = await compacted();
    const { events } = await client.request('history.list', { lease: lease.id });
    const [created] = events;
    assert.ok(created);
    const { events: left } = await client.request('history.list', {});
    const next = left.find(({ position }) => position > created.position)?.position;
    const gone = (oldest: number | undefined) => (error: ProtocolError) => {
      assert.deepEqual([error.kind, error.facts], ['gone', { oldest }]);
      return true;
    };
    await assert.rejects(client.request('history.list', { from: created.position }), gone(next));
    let oldest = 0;
    await assert.rejects(client.request('events.subscribe', { from: 1 }), (error: ProtocolError) => {
      oldest = Number(error.facts['oldest']);
      return error.kind === 'gone';
    });
    await client.request('events.subscribe', { from: oldest });
    await assert.rejects(client.request('events.subscribe', { from: oldest - 1 }), gone(oldest));
  });

  it('health shows the size of the archive', async () => {
    const { client } = await compacted();
    const { rows } = await client.request('health.show', {});
    const reason = rows.find(({ id }) => id === 'store:store')?.reason ?? '';
    assert.match(reason, /^\d+ events; journal \d+\.\d MiB, archive \d+\.\d MiB, backups \d+\.\d MiB/);
  });

  it('C5: a task whose trigger is archived does not fire again, also in the next host', async () => {
    const { root, host } = await compacted();
    await host.coordinator.tick();
    await host.dispose();
    const next = await start(root, { isTicking: false });
    await next.coordinator.tick();
    const { live, closed, triggers } = next.coordinator.state;
    assert.deepEqual([live.size, closed.size, triggers.size], [0, 0, 2]);
  });
});

import assert from 'node:assert/strict';
import { Emitter } from '../../src/base/emitter.ts';
import { signalboxApi } from '../../src/vscode/api.ts';
import type { OpenRoot } from '../../src/vscode/roots.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

describe('what other extensions may read', () => {
  const transport = { endpoint_id: null, message_id: 'm', state: null, reason: null };
  const lease = leaseViewOf({ transport });
  const changes = new Emitter<void>(assert.ifError);
  const client = { isConnected: false };
  const api = signalboxApi({
    all: [{ client } as unknown as OpenRoot],
    leases: () => new Map([[lease.id, lease]]),
    onChange: changes.event,
  });

  it('is version 1, and the leases by now', () => {
    assert.equal(api.version, 1);
    assert.deepEqual(api.leases(), [leaseViewOf({ transport })]);
  });

  it('tells whether anybody answers, and when something is other than before', () => {
    assert.equal(api.isConnected, false);
    client.isConnected = true;
    assert.equal(api.isConnected, true);
    let heard = 0;
    const listening = api.onDidChange(() => (heard += 1));
    changes.fire();
    listening.dispose();
    changes.fire();
    assert.equal(heard, 1);
  });

  it('can not be used to change anything', () => {
    const [given] = api.leases();
    assert.throws(() => Object.assign(given!, { state: 'completed' }), TypeError);
    assert.throws(() => Object.assign(given!.transport!, { state: 'failed' }), TypeError);
    assert.throws(() => (api.leases() as unknown[]).push(1), TypeError);
    assert.throws(() => Object.assign(api, { version: 2 }), TypeError);
  });
});

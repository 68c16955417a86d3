import assert from 'node:assert/strict';
import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import { pollTransport } from '../../src/transports/pollTransport.ts';
import { offerTo, unreachableContract } from './transportContract.ts';

const worker = {
  id: 'demo' as WorkerId,
  repos: ['demo' as RepoSlug],
  transport: 'poll',
  options: {},
} as const;

describe('the transport of workers that ask by themselves', () => {
  unreachableContract(async () => ({ transport: pollTransport, worker }));

  it('C6: such a worker has no endpoint: it is offered work only while it asks', async () => {
    assert.deepEqual(await pollTransport.look(worker, 'tick'), {
      ok: false,
      reason: 'no_worker',
      detail: 'demo asks by itself',
    });
  });

  it('C8: nothing is ever said to have reached it', async () => {
    assert.deepEqual(await pollTransport.send(offerTo(worker), worker), {
      endpointId: null,
      state: 'undeliverable',
      reason: 'demo asks by itself',
    });
    assert.equal('read' in pollTransport, false);
  });
});

import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import { FakeTransport } from '../kit/coordinatorWorld.ts';
import { transportContract } from './transportContract.ts';

describe('the transport of the tests', () => {
  // It sends to nobody: the messages that it was given are the jobs that a receiver would make of them.
  transportContract(async () => {
    const transport = new FakeTransport();
    return {
      transport,
      worker: { id: 'w1' as WorkerId, repos: ['web' as RepoSlug], transport: 'command', options: {} },
      jobs: async () => new Set(transport.sent.map(({ messageId }) => messageId)).size,
      reopen: async () => transport,
      endWorker: async () => {
        transport.later = { endpointId: 'endpoint', state: 'failed', reason: 'it has ended' };
      },
    };
  });
});

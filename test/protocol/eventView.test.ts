import assert from 'node:assert/strict';
import type { RegisterEvent } from '../../src/core/events.ts';
import { eventView } from '../../src/protocol/eventView.ts';

const event = (type: string, data: unknown): RegisterEvent =>
  ({
    position: 3,
    id: 'event-3',
    type,
    version: 1,
    at: 1_000,
    actor: { surface: 'worker', name: 'demo' },
    requestId: null,
    about: { taskId: 'file/1', leaseId: 'lease-1', worker: 'demo' },
    data,
  }) as unknown as RegisterEvent;

describe('the view of an event', () => {
  it('has the fields of its data in the words of the wire', () => {
    const data = { leaseId: 'lease-1', checkpoint: { next_action: 'go on' }, moves: [{ deadlineAt: 5 }] };
    assert.deepEqual(eventView(event('LeaseCheckpointed', data)), {
      position: 3,
      id: 'event-3',
      type: 'LeaseCheckpointed',
      version: 1,
      at: 1_000,
      actor: { surface: 'worker', name: 'demo' },
      request_id: null,
      task_id: 'file/1',
      lease_id: 'lease-1',
      worker: 'demo',
      data: { lease_id: 'lease-1', checkpoint: { next_action: 'go on' }, moves: [{ deadline_at: 5 }] },
    });
  });

  it('C12: shows the counter of an epoch, and nothing by which its holder is known', () => {
    const data = {
      holder: { kind: 'worker', worker: 'demo', session: 's-1' },
      epoch: '7.secret',
      session: '7.secret',
    };
    assert.deepEqual(eventView(event('LeaseAcknowledged', data)).data, {
      holder: { kind: 'worker', worker: 'demo' },
      epoch_counter: 7,
    });
  });

  it('W2: a stored answer, which may hold an epoch, is not shown', () => {
    const data = { key: 'k', requestId: 'r', digest: 'd', answer: { epoch: '7.secret' } };
    assert.deepEqual(eventView(event('RequestAccepted', data)).data, { key: 'k', request_id: 'r' });
  });
});

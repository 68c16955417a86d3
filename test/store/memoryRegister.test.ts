import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { eventAt } from '../kit/registerEvents.ts';
import { registerContract } from './registerContract.ts';

registerContract('memory', async () => {
  const store = new MemoryStore();
  return { open: async () => store.open(), dispose: async () => undefined };
});

describe('memory store', () => {
  it('opening again replaces the register opened before', async () => {
    const store = new MemoryStore();
    const first = store.open();
    await first.append(0, [eventAt(1)]);
    const late = first.append(1, [eventAt(2)]);
    const second = store.open();
    await assert.rejects(late, { kind: 'replaced' });
    await assert.rejects(first.append(1, [eventAt(2)]), { kind: 'replaced' });
    await assert.rejects(first.confirm(), { kind: 'replaced' });
    await second.append(1, [eventAt(2)]);
    assert.deepEqual(store.events, [eventAt(1), eventAt(2)]);
  });
});

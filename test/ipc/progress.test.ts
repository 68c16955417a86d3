import assert from 'node:assert/strict';
import { eventually } from '../kit/eventually.ts';
import { testServers } from '../kit/testServer.ts';

describe('a request that tells its progress', () => {
  const { start, client: connect } = testServers();

  it('each sign reaches the one who asked, before the answer', async () => {
    const server = await start({
      handle: ({ params }, _session, _signal, onProgress) => {
        const total = Object.keys(params).length;
        onProgress(0, total);
        onProgress(total, total);
        return { done: true };
      },
    });
    const client = await connect(server);
    const seen: string[] = [];
    const asked = (name: string, params: object) =>
      client.request('store.verify', params as Record<string, never>, {
        onProgress: (done, total) => seen.push(`${name} ${done} of ${total}`),
      });
    await asked('first', { a: 1 });
    await asked('second', { a: 1, b: 2 });
    assert.deepEqual(seen, ['first 0 of 1', 'first 1 of 1', 'second 0 of 2', 'second 2 of 2']);
  });

  it('when the one who asked gives up or goes, the work is told to end', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const server = await start({
      handle: async ({ method }, _session, signal) => {
        begun.push(method);
        await new Promise<void>((settle) => {
          signal().addEventListener('abort', () => settle());
        });
        ended.push(method);
        return {};
      },
    });
    const first = await connect(server);
    const control = new AbortController();
    const asked = first.request('store.verify', {}, { signal: control.signal });
    await eventually('the first one runs', () => begun.length === 1);
    control.abort(new Error('stopped'));
    await assert.rejects(asked, /stopped/);
    await eventually('its work has ended', () => ended.length === 1);
    const second = await connect(server);
    const left = second.request('store.verify', {});
    await eventually('the second one runs', () => begun.length === 2);
    second.dispose();
    await assert.rejects(left);
    await eventually('its work has ended too', () => ended.length === 2);
    assert.deepEqual(ended, ['store.verify', 'store.verify']);
  });
});

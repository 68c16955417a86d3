import assert from 'node:assert/strict';
import { deferred } from '../../src/base/deferred.ts';
import { moved } from '../../src/ipc/refusals.ts';
import { RunningRequests, type SignalOf } from '../../src/ipc/runningRequests.ts';
import type { Message } from '../../src/protocol/jsonrpc.ts';

describe('requests that run', () => {
  it('are answered once, whatever their handlers say after the end', async () => {
    const sent: Message[] = [];
    const [kept, late] = [deferred<string>(), deferred<string>()];
    const running = new RunningRequests({
      maxInFlight: 2,
      onRequest: (method) => (method === 'late' ? late.promise : kept.promise),
      onFault: () => undefined,
      send: (message) => void sent.push(message),
    });
    const first = running.run(1, 'late', {});
    running.answerAll(moved());
    // The id is free again, and its new owner's answer is not the old one's.
    const second = running.run(1, 'kept', {});
    late.resolve('late');
    await first;
    assert.equal(running.count, 1);
    kept.resolve('kept');
    await second;
    assert.deepEqual(
      sent.map((message) => ('error' in message ? message.error.data.facts : message)),
      [{ moved: true }, { jsonrpc: '2.0', id: 1, result: 'kept' }],
    );
  });

  it('tell whoever asks late that nobody waits any more', async () => {
    const late = deferred<string>();
    const signals: SignalOf[] = [];
    const running = new RunningRequests({
      maxInFlight: 1,
      onRequest: (_method, _params, signal) => {
        signals.push(signal);
        return late.promise;
      },
      onFault: () => undefined,
      send: () => undefined,
    });
    const run = running.run(1, 'late', {});
    const reason = moved();
    running.cancelAll(reason);
    const [signal] = signals;
    assert.equal(signal?.(), signal?.());
    assert.equal(signal?.().reason, reason);
    late.resolve('late');
    await run;
  });
});

import assert from 'node:assert/strict';
import { Emitter } from '../../src/base/emitter.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import type { MethodName } from '../../src/protocol/methods.ts';
import type { Client, ServerNotification } from '../../src/ipc/client.ts';
import { closedError, timeoutError } from '../../src/ipc/connectionErrors.ts';
import { discoveryError, type WriterFile } from '../../src/ipc/discovery.ts';
import { moved, versionMismatch } from '../../src/ipc/refusals.ts';
import { rediscoveringClient, type RediscoveringClient } from '../../src/ipc/rediscoveringClient.ts';
import { eventually } from '../kit/eventually.ts';
import { ManualTime } from '../kit/manualTime.ts';

type Answer = Error | { readonly value: unknown };
const value = (given: unknown): Answer => ({ value: given });
const storage = new ProtocolError('storage', 'the disk is full', 'Free some space.');
const conflict = new ProtocolError('conflict', 'held', 'Wait.');
const wrongToken = new ProtocolError('unauthenticated', 'wrong', 'Read it anew.');

const welcome = {
  protocol_version: 1,
  server_version: '1.0.0',
  surface: 'worker',
  root: '/r',
  term: 1,
} as const;

/** Coordinators that come and go by a script: what each connection and each request gets, in order; the last repeats. */
class Script {
  readonly time = new ManualTime();
  readonly asked: [method: string, params: unknown][] = [];
  connections = 0;
  private readonly connects: (ProtocolError | 'open')[];
  private readonly answers: (Answer | 'silence')[];
  private readonly closing: AbortController[] = [];

  constructor(connects: (ProtocolError | 'open')[], answers: (Answer | 'silence')[]) {
    this.connects = connects;
    this.answers = answers;
  }

  client(giveUpAfterMs = 6_000): RediscoveringClient {
    let ids = 0;
    return rediscoveringClient({
      connect: () => this.connect(),
      giveUpAfterMs,
      now: () => this.time.now(),
      timers: this.time,
      newRequestId: () => `request-${++ids}`,
    });
  }

  close(): void {
    for (const control of this.closing.splice(0)) control.abort(closedError());
  }

  private async connect(): Promise<Client> {
    this.connections += 1;
    const next = this.connects.length > 1 ? this.connects.shift() : this.connects[0];
    if (next instanceof ProtocolError) throw next;
    const closed = new AbortController();
    this.closing.push(closed);
    return {
      welcome,
      closed: closed.signal,
      onNotification: new Emitter<ServerNotification>(() => undefined).event,
      request: async (method, params) => {
        this.asked.push([method, params]);
        const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
        if (answer === 'silence')
          return new Promise((_, reject) =>
            closed.signal.addEventListener('abort', () => reject(closedError())),
          );
        if (answer instanceof Error) {
          closed.abort(answer);
          throw answer;
        }
        return answer!.value as never;
      },
      dispose: () => closed.abort(closedError()),
    };
  }

  /** Lets promises run and moves the clock in small steps until the promise settles. */
  async settle<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
    const outcome = promise.then(
      (got) => ({ value: got }),
      (error: unknown) => ({ error }),
    );
    const state = { isSettled: false, steps: 0 };
    void outcome.then(() => (state.isSettled = true));
    while (!state.isSettled) {
      state.steps += 1;
      assert.ok(state.steps < 5_000, 'it settles');
      await new Promise((resolve) => setImmediate(resolve));
      this.time.advance(5);
    }
    return outcome;
  }
}

const stale = (heartbeatAt: number) =>
  discoveryError({ kind: 'stale', root: '/r', writer: { term: 1, pid: 5, heartbeatAt } as WriterFile });
const noCoordinator = discoveryError({ kind: 'no_coordinator', root: '/r', writer: null });
const notInitialised = discoveryError({ kind: 'not_initialised', root: null, writer: null });

describe('a client over a hand-over', () => {
  it('waits for a coordinator whose disk fails, and says why when it does not come back', async () => {
    const script = new Script([storage, storage, 'open'], [value('done')]);
    const client = script.client();
    assert.deepEqual(await script.settle(client.request('task.list', {})), { value: 'done' });
    client.dispose();
    const never = new Script([storage], []);
    const other = never.client();
    assert.deepEqual(await never.settle(other.request('task.list', {})), { error: storage });
    assert.ok(never.time.now() >= 6_000);
    other.dispose();
  });

  it('W2: repeats a command under the same request id until the next writer answers', async () => {
    const script = new Script(['open', noCoordinator, stale(0), 'open'], [moved(), value('done')]);
    const client = script.client();
    assert.deepEqual(await script.settle(client.request('lease.renew', { lease: 'a' })), { value: 'done' });
    const wanted = ['lease.renew', { lease: 'a', request_id: 'request-1' }];
    assert.deepEqual(script.asked, [wanted, wanted]);
    client.dispose();
    assert.equal(script.time.open, 0);
  });

  it('keeps the request id that it is given, and gives none to a read', async () => {
    const script = new Script(['open'], [value(1)]);
    const client = script.client();
    await client.request('lease.renew', { request_id: 'mine' });
    await client.request('lease.list', {});
    assert.deepEqual(script.asked, [
      ['lease.renew', { request_id: 'mine' }],
      ['lease.list', {}],
    ]);
    assert.equal(script.connections, 1);
  });

  for (const [what, error] of [
    ['a dropped connection', closedError()],
    ['a moved writer', moved()],
    ['an unknown outcome', storage],
  ] as const) {
    it(`after ${what} a read and a command are repeated, an action is not`, async () => {
      const repeated = async (method: MethodName) => {
        const script = new Script(['open'], [error, value('done')]);
        const outcome = await script.settle(script.client().request(method, {}));
        return 'value' in outcome;
      };
      assert.deepEqual(
        [await repeated('lease.list'), await repeated('lease.renew'), await repeated('store.restore')],
        [true, true, false],
      );
    });
  }

  for (const [what, error] of [
    ['a refusal', conflict],
    ['a time-out', timeoutError('lease.renew', 5)],
  ] as const) {
    it(`${what} is not repeated`, async () => {
      const script = new Script(['open'], [error, value('done')]);
      assert.deepEqual(await script.settle(script.client().request('lease.renew', {})), { error });
      assert.equal(script.asked.length, 1);
    });
  }

  for (const giveUpAfterMs of [6_000, 1_000]) {
    it(`gives up after ${giveUpAfterMs} ms, with the last reason`, async () => {
      const script = new Script(['open', noCoordinator], [moved()]);
      const begun = script.time.now();
      const outcome = await script.settle(script.client(giveUpAfterMs).request('lease.renew', {}));
      assert.deepEqual(outcome, { error: noCoordinator });
      const took = script.time.now() - begun;
      assert.ok(took >= giveUpAfterMs && took < giveUpAfterMs + 600, `${took} ms`);
    });
  }

  it('a call that waited long for work has the whole time again', async () => {
    const script = new Script(['open', 'open', stale(0), 'open'], ['silence', 'silence', value('work')]);
    const client = script.client();
    const pending = client.request('lease.next', { wait_ms: 600_000 });
    for (let round = 1; round <= 2; round += 1) {
      await eventually('the call waits', () => {
        script.time.advance(20);
        return script.asked.length === round;
      });
      script.time.advance(300_000);
      script.close();
    }
    assert.deepEqual(await script.settle(pending), { value: 'work' });
  });

  it('a first call fails at once where nobody serves, or nobody has for long', async () => {
    for (const error of [noCoordinator, notInitialised, stale(0), versionMismatch(2, '9.9.9')]) {
      const script = new Script([error, 'open'], [value(1)]);
      assert.deepEqual(await script.settle(script.client().request('lease.list', {})), { error });
      assert.equal(script.connections, 1);
    }
  });

  it('a first call waits for a writer that was alive a moment ago', async () => {
    const script = new Script([stale(1_700_000_000_000 - 9_000), 'open'], [value(1)]);
    assert.deepEqual(await script.settle(script.client().request('lease.list', {})), { value: 1 });
  });

  it('a token that changed meanwhile is read once more, a wrong one is not tried again', async () => {
    const race = new Script([wrongToken, 'open'], [value(1)]);
    assert.deepEqual(await race.settle(race.client().request('lease.list', {})), { value: 1 });
    const wrong = new Script([wrongToken], []);
    assert.deepEqual(await wrong.settle(wrong.client().request('lease.list', {})), { error: wrongToken });
    assert.equal(wrong.connections, 2);
  });

  it('two calls at once share a connection, and each new one is told of', async () => {
    const script = new Script(['open'], [value(1), value(2), moved(), value(3)]);
    const client = script.client();
    let told = 0;
    client.onConnected(() => (told += 1));
    await Promise.all([client.request('lease.list', {}), client.request('lease.list', {})]);
    assert.deepEqual([script.connections, told], [1, 1]);
    await script.settle(client.request('lease.list', {}));
    assert.deepEqual([script.connections, told], [2, 2]);
  });

  it('disposing ends the waiting and the connection', async () => {
    const waiting = new Script([stale(1_700_000_000_000)], []);
    const client = waiting.client();
    const pending = client.request('lease.list', {});
    await eventually('it waits to try again', () => waiting.time.open === 1);
    client.dispose();
    await assert.rejects(pending, { facts: { disposed: true } });
    assert.equal(waiting.time.open, 0);
    await assert.rejects(client.request('lease.list', {}), { facts: { disposed: true } });
  });

  it('a call is given up by its signal while it waits to try again', async () => {
    const script = new Script([stale(1_700_000_000_000)], []);
    const control = new AbortController();
    const pending = script.client().request('lease.list', {}, { signal: control.signal });
    await eventually('it waits to try again', () => script.time.open === 1);
    control.abort(new Error('Ctrl-C'));
    await assert.rejects(pending, /Ctrl-C/);
    assert.equal(script.time.open, 0);
  });
});

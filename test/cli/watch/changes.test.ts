import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/emitter.ts';
import { type Change, changes } from '../../../src/cli/watch/changes.ts';
import type { ServerConnection } from '../../../src/cli/serverConnection.ts';
import type { Client, ServerNotification } from '../../../src/ipc/client.ts';
import type { Timers } from '../../../src/ipc/timers.ts';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import type { EventView } from '../../../src/protocol/views.ts';
import { eventViewOf } from '../../kit/eventView.ts';

type Answer = { readonly position: number } | ProtocolError;

const eventAt = (position: number): EventView => eventViewOf({ position });

/** A coordinator that answers subscriptions as the test says, one after another. */
class FakeServer implements ServerConnection {
  readonly asked: unknown[] = [];
  private readonly answers: Answer[];
  private hear: (client: Client) => void = () => undefined;
  private notify = new Emitter<ServerNotification>(() => undefined);
  private closing = new AbortController();
  private isConnected = false;

  constructor(...answers: Answer[]) {
    this.answers = answers;
  }

  readonly request: ServerConnection['request'] = async (_method, params) => {
    this.asked.push(params);
    if (!this.isConnected) this.connect();
    const answer = this.answers.shift();
    if (answer === undefined) throw new Error('no more answers');
    if (answer instanceof ProtocolError) throw answer;
    return answer as never;
  };

  onConnected(run: (client: Client) => void): void {
    this.hear = run;
  }

  dispose(): void {
    this.close();
  }

  tell(...positions: number[]): void {
    for (const position of positions) this.notify.fire({ method: 'event', params: eventAt(position) });
  }

  cutOff(position: number): void {
    this.notify.fire({ method: 'events.cut_off', params: { resume_from: position } });
  }

  close(): void {
    this.isConnected = false;
    const facts = { closed: true };
    this.closing.abort(new ProtocolError('unavailable', 'the connection closed', 'Repeat.', { facts }));
  }

  private connect(): void {
    this.isConnected = true;
    this.notify = new Emitter(() => undefined);
    this.closing = new AbortController();
    this.hear({ onNotification: this.notify.event, closed: this.closing.signal } as Client);
  }
}

/** Time passes at once. */
const timers: Timers = {
  after: (_ms, run) => {
    queueMicrotask(run);
    return { dispose: () => undefined };
  },
};

describe('changes of the register', () => {
  const absent = new ProtocolError('unavailable', 'no coordinator runs', 'Start one.', {
    facts: { discovery: 'no_coordinator' },
  });
  const archived = new ProtocolError('gone', 'archived', 'Ask from 40.', { facts: { oldest: 40 } });
  const follow = (server: FakeServer, signal = new AbortController().signal) => {
    const source = changes(server, timers, signal);
    return async (): Promise<Change> => (await source.next()).value;
  };
  const positionsOf = (change: Change) =>
    change.kind === 'events' ? change.events.map(({ position }) => position) : change.kind;

  it('are told from the position on at which they were asked for, a burst at once', async () => {
    const server = new FakeServer({ position: 7 });
    const next = follow(server);
    assert.deepEqual(await next(), { kind: 'connected', position: 7, isComplete: true });
    server.tell(8, 9);
    assert.deepEqual(positionsOf(await next()), [8, 9]);
    const waiting = next();
    server.tell(10);
    assert.deepEqual([positionsOf(await waiting), server.asked], [[10], [{}]]);
  });

  it('go on where they ended, once a coordinator is there again', async () => {
    const server = new FakeServer({ position: 7 }, absent, { position: 9 });
    const next = follow(server);
    await next();
    server.tell(8);
    await next();
    server.close();
    const lost = [await next(), await next()];
    assert.deepEqual(
      lost.map((change) => change.kind === 'lost' && change.error.message),
      ['the coordinator has gone', 'no coordinator runs'],
    );
    assert.deepEqual(await next(), { kind: 'connected', position: 9, isComplete: true });
    assert.deepEqual(server.asked, [{}, { from: 9 }, { from: 9 }]);
  });

  it('go on from now where those between are archived, and say so', async () => {
    const server = new FakeServer({ position: 7 }, archived, { position: 50 });
    const next = follow(server);
    await next();
    server.close();
    await next();
    assert.deepEqual(await next(), { kind: 'connected', position: 50, isComplete: false });
    server.tell(51);
    assert.deepEqual(positionsOf(await next()), [51]);
    assert.deepEqual(server.asked, [{}, { from: 8 }, {}]);
  });

  it('go on from now where the register went back to a backup, and say so', async () => {
    const server = new FakeServer({ position: 70 }, { position: 12 }, { position: 12 });
    const next = follow(server);
    await next();
    server.close();
    await next();
    assert.deepEqual(await next(), { kind: 'connected', position: 12, isComplete: false });
    assert.deepEqual(server.asked, [{}, { from: 71 }, {}]);
  });

  it('are asked for again when this reader was too slow', async () => {
    const server = new FakeServer({ position: 7 }, { position: 9 });
    const next = follow(server);
    await next();
    server.tell(8);
    server.cutOff(9);
    assert.deepEqual(positionsOf(await next()), [8]);
    assert.deepEqual(await next(), { kind: 'connected', position: 9, isComplete: true });
    assert.deepEqual(server.asked, [{}, { from: 9 }]);
  });

  it('are not waited for where there is no coordinator to begin with', async () => {
    await assert.rejects(follow(new FakeServer(absent))(), absent);
  });

  it('end with a refusal that waiting does not mend', async () => {
    const refusal = new ProtocolError('forbidden', 'not you', 'Ask a person.');
    const server = new FakeServer({ position: 7 }, refusal);
    const next = follow(server);
    await next();
    server.close();
    await next();
    await assert.rejects(next(), refusal);
  });

  it('end when they are no longer wanted', async () => {
    const control = new AbortController();
    const next = follow(new FakeServer({ position: 7 }), control.signal);
    await next();
    const waiting = next();
    const reason = new Error('enough');
    control.abort(reason);
    await assert.rejects(waiting, reason);
  });
});

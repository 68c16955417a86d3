import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client, ClientHandlers } from '../../src/ipc/client.ts';
import { connectToCoordinator } from '../../src/ipc/connectToCoordinator.ts';
import { readOperatorKey } from '../../src/ipc/operatorKey.ts';
import { processIdentity } from '../../src/ipc/processIdentity.ts';
import type { EndpointOfferParams } from '../../src/protocol/params.ts';
import type { EndpointView } from '../../src/protocol/views.ts';
import { TerminalTransport } from '../../src/transports/terminal/terminalTransport.ts';
import { eventually } from '../kit/eventually.ts';
import { hosts } from '../kit/hosts.ts';

const self = processIdentity().process;
const notHere: EndpointView = { endpoint_id: null, pid: null, state: 'not_here', reason: null };
const here = (state: EndpointView['state']): EndpointView => ({
  ...{ endpoint_id: 'terminal:1', pid: 1, state, reason: null },
});

/** A window that says what it is asked, and answers as it is told to. */
function newWindow(answer: (params: EndpointOfferParams) => EndpointView) {
  const asked: EndpointOfferParams[] = [];
  const handlers: ClientHandlers = {
    'endpoint.offer': (params) => {
      asked.push(params);
      return Promise.resolve(answer(params));
    },
  };
  return { asked, handlers };
}

describe('offers to the windows of a coordinator', () => {
  const kit = hosts();
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.dispose();
  });

  const startHost = async () => {
    const root = kit.root();
    mkdirSync(path.join(root, '.signalbox'), { recursive: true });
    const workers = { w1: { repos: ['demo'], transport: 'terminal' } };
    writeFileSync(path.join(root, '.signalbox/config.json'), JSON.stringify({ tick: 0.2, workers }));
    await kit.start(root, { transports: (place) => [new TerminalTransport({ ...place, now: Date.now })] });
    return root;
  };

  const connect = async (
    root: string,
    kind: 'window' | 'cli',
    name: string,
    handlers: ClientHandlers = {},
  ): Promise<Client> => {
    const operatorKey = kind === 'cli' ? null : readOperatorKey(path.join(path.dirname(root), 'user'));
    const client = await connectToCoordinator({
      place: { workingDirectory: root },
      caller: {
        ...{ kind, name, version: '0.0.0', operatorKey: operatorKey ?? undefined },
        // A worker calls from below this very process; a window is nobody's worker.
        identity: { ...processIdentity(), ancestors: kind === 'cli' ? [self] : [] },
      },
      timeoutMs: 5_000,
      handlers,
    });
    open.push(client);
    return client;
  };

  it('the one that has the terminal is asked to deliver, by the processes above the last call of the worker', async () => {
    const root = await startHost();
    const left = newWindow(() => notHere);
    const right = newWindow(({ offer }) => here(offer === null ? 'ready' : 'injected'));
    const person = await connect(root, 'window', 'left', left.handlers);
    await (await connect(root, 'window', 'right', right.handlers)).request('lease.list', {});
    await person.request('task.add', { title: 'Fix parser' });
    const worker = await connect(root, 'cli', 'signalbox');
    await worker.request('worker.notice', { worker: 'w1', notice: 'turn_ended' });

    const offers = () => right.asked.flatMap(({ offer }) => offer ?? []);
    await eventually('the offer came', () => offers().length === 1);
    const [lease] = (await person.request('lease.list', {})).leases;
    const [offer] = offers();
    assert.deepEqual(
      { ...offer, until: 0 },
      {
        message_id: offer?.message_id,
        attempt: 1,
        term: 1,
        line: `signalbox prompt --lease ${lease?.id}`,
        until: 0,
      },
    );
    const [params] = right.asked;
    const above = [{ pid: self.pid, started_at: self.started_at, is_shell: false }];
    assert.deepEqual([params?.worker, params?.processes], ['w1', above]);
    assert.ok(left.asked.length > 0 && left.asked.every((each) => each.offer === null));
    await eventually('it is injected', async () => {
      const { leases } = await person.request('lease.list', {});
      return leases[0]?.state === 'offered' && leases[0].transport?.state === 'injected';
    });

    const located = await person.request('worker.locate', { worker: 'w1' });
    assert.deepEqual(located, { worker: 'w1', pid: 1, window: `right (pid ${self.pid})` });
  });

  it('W6: a window that goes only detaches its worker: the offer waits, and reaches the window that comes', async () => {
    const root = await startHost();
    const busy = newWindow(() => here('busy'));
    const person = await connect(root, 'window', 'person');
    const leaving = await connect(root, 'window', 'leaving', busy.handlers);
    await leaving.request('lease.list', {});
    await person.request('task.add', { title: 'Fix parser' });
    const worker = await connect(root, 'cli', 'signalbox');
    await worker.request('worker.notice', { worker: 'w1', notice: 'turn_ended' });
    const reasonIs = (reason: string | null) => async () =>
      (await person.request('lease.list', {})).leases[0]?.reason === reason;
    await eventually('it is busy', reasonIs('worker_busy'));
    leaving.dispose();
    await eventually('its window is gone', reasonIs('window_gone'));

    const back = newWindow(({ offer }) => here(offer === null ? 'ready' : 'injected'));
    await (await connect(root, 'window', 'back', back.handlers)).request('lease.list', {});
    await eventually('it is delivered', () => back.asked.some(({ offer }) => offer !== null));
  });

  it('only a window of a person is asked', async () => {
    const root = await startHost();
    const pretender = newWindow(() => here('ready'));
    const worker = await connect(root, 'cli', 'signalbox', pretender.handlers);
    await worker.request('worker.notice', { worker: 'w1', notice: 'turn_ended' });
    const located = await worker.request('worker.locate', { worker: 'w1' });
    assert.deepEqual([located.window, pretender.asked], [null, []]);
  });

  it('a worker that a person registers for later is not at the place of that person', async () => {
    const root = await startHost();
    const person = await connect(root, 'window', 'person');
    await person.request('worker.register', { worker: 'demo-2', repo: 'demo' });
    const { workers } = await person.request('worker.list', {});
    const found = workers.find(({ id }) => id === 'demo-2');
    assert.deepEqual([found?.presence, found?.pid], ['unknown', null]);
  });
});

import assert from 'node:assert/strict';
import { TransportFault } from '../../../src/coordinator/ports.ts';
import { pointerTo } from '../../../src/transports/pointer.ts';
import { eventually } from '../../kit/eventually.ts';
import { temporaryFolders } from '../../kit/temporaryFolders.ts';
import { offersOf, WindowTerminals } from '../../kit/windowTerminals.ts';
import { offerTo, transportContract, unreachableContract } from '../transportContract.ts';

describe('the transport over the terminals of windows', () => {
  const folder = temporaryFolders();
  const newWindows = (): WindowTerminals => new WindowTerminals(folder());

  describe('as every transport', () => {
    transportContract(async () => {
      const own = newWindows();
      own.notice();
      return {
        transport: own.open(),
        worker: own.setting,
        jobs: async (atLeast) => {
          await eventually('the pointer is entered', () => own.terminal.lines().length >= atLeast);
          return new Set(own.terminal.lines()).size;
        },
        reopen: async () => own.open({ term: 2 }),
        endWorker: async () => void (own.terminal.isOpen = false),
      };
    });

    unreachableContract(async () => {
      const own = newWindows();
      return { transport: own.open(), worker: own.setting };
    });

    unreachableContract(async () => {
      const own = newWindows();
      own.notice();
      own.windows.delete('right');
      return { transport: own.open(), worker: own.setting };
    });
  });

  it('C9: one ASCII line and a carriage return of its own is all that is typed, in the window that has the terminal', async () => {
    const own = newWindows();
    own.notice();
    const offer = offerTo(own.setting);
    const record = await own.open().send(offer, own.setting);
    assert.deepEqual(record, { endpointId: 'terminal:100', state: 'injected', reason: null });
    assert.deepEqual(own.terminal.pieces, [pointerTo(offer.leaseId), '\r']);
  });

  it('C11: without the end of a turn nothing is typed; a person may send, but not over a permission', async () => {
    const own = newWindows();
    const transport = own.open();
    const look = async (askedBy: 'tick' | 'person') => {
      const seen = await transport.look(own.setting, askedBy);
      return seen.ok ? 'ok' : seen.reason;
    };
    assert.deepEqual([await look('tick'), await look('person')], ['no_worker', 'no_worker']);
    const expected = {
      prompt: ['worker_busy', 'ok'],
      permission: ['worker_busy', 'worker_busy'],
      session_ended: ['no_worker', 'ok'],
      turn_ended: ['ok', 'ok'],
    } as const;
    for (const [word, seen] of Object.entries(expected)) {
      own.notice(word as keyof typeof expected);
      assert.deepEqual([word, await look('tick'), await look('person')], [word, ...seen]);
    }
    own.turns.typed(own.setting.id);
    assert.equal(await look('tick'), 'worker_busy');
    assert.deepEqual(own.terminal.pieces, []);
  });

  it('W6: a worker that has only called is known by where it called from, for a person who says Send', async () => {
    const own = newWindows();
    own.turns.calledFrom(own.setting.id, [{ pid: 200, startedAt: 2_000, isShell: false }]);
    const transport = own.open();
    assert.deepEqual(await transport.look(own.setting, 'tick'), {
      ok: false,
      reason: 'state_unknown',
      detail: 'no hook of w1 has told of its turns yet: send it by hand',
    });
    const offer = offerTo(own.setting, { askedBy: 'person' });
    assert.equal((await transport.send(offer, own.setting)).state, 'injected');
  });

  it('W6: the window comes back, by another name: the offer reaches the terminal there', async () => {
    const own = newWindows();
    own.notice();
    own.windows.delete('right');
    const transport = own.open();
    const seen = await transport.look(own.setting, 'tick');
    assert.deepEqual(seen, {
      ok: false,
      reason: 'no_worker',
      detail: 'no window has the terminal of w1: open its window, or start it (Signalbox: Start Worker)',
    });
    own.terminal.name = 'bash';
    own.windows.set(
      'reloaded',
      offersOf([own.terminal], () => own.now),
    );
    assert.deepEqual(await transport.look(own.setting, 'tick'), { ok: true, endpointId: 'terminal:100' });
  });

  it('C10: two windows that say they have it are an unsafe endpoint', async () => {
    const own = newWindows();
    own.notice();
    own.windows.set(
      'third',
      offersOf([own.terminal], () => own.now),
    );
    await assert.rejects(
      own.open().send(offerTo(own.setting), own.setting),
      (error) =>
        error instanceof TransportFault &&
        error.kind === 'unsafe' &&
        error.message === 'ambiguous_endpoint: right, third all have the terminal of w1',
    );
    assert.deepEqual(own.terminal.pieces, []);
  });

  it('C10: a window that goes while it types is a transient fault, and the next attempt reminds', async () => {
    const own = newWindows();
    own.notice();
    const offer = offerTo(own.setting);
    const windows = own.port;
    const leaving = own.open({
      windows: {
        ...windows,
        find: async (question) =>
          (await windows.find(question)).map((window) => ({
            ...window,
            deliver: () => Promise.reject(new Error('the connection has closed')),
          })),
      },
    });
    await assert.rejects(
      leaving.send(offer, own.setting),
      (error) => error instanceof TransportFault && error.kind === 'transient',
    );
    const again = await own.open().send({ ...offer, attempt: 2 }, own.setting);
    assert.equal(again.state, 'injected');
    assert.deepEqual(own.terminal.lines(), [pointerTo(offer.leaseId)]);
  });

  it('store rule 15: a send of an older coordinator or attempt is not typed', async () => {
    const own = newWindows();
    own.notice();
    const offer = offerTo(own.setting, { attempt: 2 });
    await own.open({ term: 2 }).send(offer, own.setting);
    for (const [term, attempt] of [
      [1, 3],
      [2, 1],
    ] as const) {
      await assert.rejects(own.open({ term }).send({ ...offer, attempt }, own.setting), TransportFault);
    }
    assert.equal(own.terminal.lines().length, 1);
  });

  it('an unanswered offer is typed again after the next end of a turn, as a reminder', async () => {
    const own = newWindows();
    own.notice();
    const transport = own.open();
    const offer = offerTo(own.setting);
    await transport.send(offer, own.setting);
    own.now += 20_000;
    own.notice();
    await transport.send({ ...offer, attempt: 2 }, own.setting);
    assert.deepEqual(own.terminal.lines(), [pointerTo(offer.leaseId), pointerTo(offer.leaseId)]);
  });

  it('C6: it calls back when a window comes or goes, and when its workers, and only those, tell of a turn', () => {
    const own = newWindows();
    let calls = 0;
    const watching = own.open().watch(() => (calls += 1));
    own.windowsChanged();
    own.notice();
    own.turns.notice('other' as never, 'turn_ended', []);
    watching.dispose();
    own.windowsChanged();
    own.notice();
    assert.equal(calls, 2);
  });
});

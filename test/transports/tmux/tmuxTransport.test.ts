import assert from 'node:assert/strict';
import { TransportFault } from '../../../src/coordinator/ports.ts';
import { type Tmux, tmuxAt } from '../../../src/transports/tmux/tmux.ts';
import { pointerTo } from '../../../src/transports/pointer.ts';
import { eventually } from '../../kit/eventually.ts';
import { before, tmuxPanes } from '../../kit/tmuxPanes.ts';
import { offerTo, transportContract, unreachableContract } from '../transportContract.ts';

const pointer = /^signalbox prompt --lease [0-9a-f-]{36}$/;

describe('the transport that types into tmux', function () {
  this.timeout(60_000);
  const newPanes = tmuxPanes();

  describe('as every transport', () => {
    transportContract(async () => {
      const own = newPanes();
      const pane = await own.agent();
      own.notice(pane);
      return {
        transport: own.open(),
        worker: own.setting,
        jobs: async (atLeast) => {
          await eventually('the pointer is entered', () => own.lines().length >= atLeast);
          return new Set(own.lines()).size;
        },
        reopen: async () => own.open({ term: 2 }),
        endWorker: async () => void own.tmux('kill-pane', '-t', pane),
      };
    });

    unreachableContract(async () => {
      const own = newPanes();
      return { transport: own.open(), worker: own.setting };
    });
  });

  it('C9: one ASCII line that points at signalbox, and Enter, is all that it types', async () => {
    for (const flags of [[], ['--drawn']]) {
      const own = newPanes();
      own.notice(await own.agent('work', ...flags));
      const offer = offerTo(own.setting);
      const record = await own.open().send(offer, own.setting);
      assert.equal(record.state, 'injected', String(record.reason));
      await eventually('the line is entered', () => own.lines().length === 1);
      assert.deepEqual(own.lines(), [pointerTo(offer.leaseId)]);
      assert.match(pointerTo(offer.leaseId), pointer);
      const all = own.keys().map(({ keys }) => keys);
      assert.equal(all.join(''), `${pointerTo(offer.leaseId)}\r`);
    }
  });

  it('C11: without the end of a turn it does not type; a person may send, but not over a permission', async () => {
    const own = newPanes();
    const pane = await own.agent();
    const transport = own.open();
    const look = async (askedBy: 'tick' | 'person') => {
      const seen = await transport.look(own.setting, askedBy);
      return seen.ok ? 'ok' : seen.reason;
    };
    assert.deepEqual([await look('tick'), await look('person')], ['state_unknown', 'ok']);
    const expected = {
      prompt: ['worker_busy', 'ok'],
      permission: ['worker_busy', 'worker_busy'],
      session_ended: ['no_worker', 'ok'],
      turn_ended: ['ok', 'ok'],
    } as const;
    for (const [word, seen] of Object.entries(expected)) {
      own.notice(pane, word as keyof typeof expected);
      assert.deepEqual([word, await look('tick'), await look('person')], [word, ...seen]);
    }
    own.turns.notice(own.setting.id, 'turn_ended', []);
    assert.equal(await look('tick'), 'state_unknown');
    own.turns.typed(own.setting.id);
    assert.equal(await look('tick'), 'worker_busy');
    const offer = offerTo(own.setting, { askedBy: 'person' });
    assert.equal((await transport.send(offer, own.setting)).state, 'injected');
    assert.equal((await transport.send(offerTo(own.setting), own.setting)).state, 'undeliverable');
    await eventually('one line is entered', () => own.lines().length === 1);
  });

  for (const flags of [[], ['--drawn']]) {
    for (const isHeard of flags.length > 0 ? [true] : [true, false]) {
      const how = `${flags.length > 0 ? 'a drawn interface' : 'a plain one'}, ${isHeard ? 'with' : 'without'} its hook`;
      it(`nothing is typed into a permission prompt that comes before any of its calls: ${how}`, async () => {
        let calls = 1;
        for (let at = 0; at < calls; at += 1) {
          const own = newPanes();
          const pane = await own.agent('work', ...flags);
          own.notice(pane);
          const tmux = before(at, async () => {
            calls = at + 2;
            await own.askPermission(pane);
            if (isHeard) own.notice(pane, 'permission');
          });
          const transport = own.open({ tmux });
          const seen = await transport.look(own.setting, 'tick');
          const offer = offerTo(own.setting);
          if (seen.ok) await transport.send(offer, own.setting).catch((error: unknown) => error);
          if (calls === at + 2) {
            // A key that was on its way would be there by the time that this one is.
            own.tmux('send-keys', '-t', pane, '-l', '!');
            await eventually('the last key is read', () => own.keys().at(-1)?.keys.endsWith('!') === true);
            const asked = own.keys().filter(({ mode }) => mode === 'permission');
            assert.deepEqual(asked, [{ mode: 'permission', keys: '!' }], `before call ${at}`);
            assert.deepEqual(own.lines(), [], `before call ${at}`);
          }
          await own.end();
        }
      });
    }
  }

  it('a half typed line of a person is left alone, also by a person who sends, and whenever it begins', async () => {
    const own = newPanes();
    const pane = await own.agent();
    own.notice(pane);
    own.tmux('send-keys', '-t', pane, '-l', 'fix > the ');
    await own.shows(pane, /the/);
    const transport = own.open();
    for (const askedBy of ['tick', 'person'] as const) {
      const seen = await transport.look(own.setting, askedBy);
      assert.deepEqual(seen, {
        ok: false,
        reason: 'worker_busy',
        detail: `text stands in the input line of pane ${pane}: send it, or clear it`,
      });
    }
    for (let at = 0; at < 4; at += 1) {
      const other = newPanes();
      const theirs = await other.agent();
      other.notice(theirs);
      const tmux = before(at, async () => {
        other.tmux('send-keys', '-t', theirs, '-l', 'x');
        await other.shows(theirs, /> .*x/);
      });
      await other
        .open({ tmux })
        .send(offerTo(other.setting), other.setting)
        .catch((error: unknown) => error);
      assert.deepEqual(other.lines(), [], `before call ${at}`);
      await other.end();
    }
  });

  describe('a pointer that was typed by a coordinator which ended before Enter', () => {
    /** A pane in whose input line the pointer stands. */
    async function left() {
      const own = newPanes();
      const pane = await own.agent();
      own.notice(pane);
      const offer = offerTo(own.setting);
      const real = tmuxAt('tmux', process.env);
      const tmux: Tmux = async (socket, words) =>
        words.some((word) => word.includes('Enter'))
          ? { kind: 'failed', reason: 'it has ended' }
          : real(socket, words);
      await assert.rejects(own.open({ tmux }).send(offer, own.setting), TransportFault);
      await own.shows(pane, /> signalbox prompt/);
      assert.deepEqual(own.lines(), []);
      return { own, pane, offer };
    }

    it('C9: is entered by the next one, and not typed again', async () => {
      const { own, offer } = await left();
      const next = own.open({ term: 2 });
      assert.equal((await next.look(own.setting, 'tick')).ok, true);
      const record = await next.send({ ...offer, attempt: 2 }, own.setting);
      assert.equal(record.state, 'injected', String(record.reason));
      await eventually('the line is entered', () => own.lines().length === 1);
      assert.deepEqual(own.lines(), [pointerTo(offer.leaseId)]);
    });

    it('is neither entered nor added to for another lease', async () => {
      const { own, pane } = await left();
      const record = await own.open({ term: 2 }).send(offerTo(own.setting), own.setting);
      assert.deepEqual(record, {
        endpointId: null,
        state: 'undeliverable',
        reason: `another lease's pointer stands in pane ${pane}: send it, or clear it`,
      });
      assert.deepEqual(own.lines(), []);
    });

    it('is left alone when a person has typed behind it, or before its turn has ended', async () => {
      const { own, pane, offer } = await left();
      const next = own.open({ term: 2 });
      own.notice(pane, 'prompt');
      assert.equal((await next.send({ ...offer, attempt: 2 }, own.setting)).state, 'undeliverable');
      own.notice(pane);
      own.tmux('send-keys', '-t', pane, '-l', 'more');
      await own.shows(pane, /more/);
      const seen = await next.look(own.setting, 'tick');
      assert.equal(seen.ok ? '' : seen.reason, 'worker_busy');
      assert.equal((await next.send({ ...offer, attempt: 3 }, own.setting)).state, 'undeliverable');
      assert.deepEqual(own.lines(), []);
    });
  });

  it('a shell, with a half typed command or without, is not typed to', async () => {
    const own = newPanes({ pane: 'shell' });
    const pane = own.session('shell', 'sh');
    await own.shows(pane, /\$|#/);
    own.notice(pane);
    const transport = own.open();
    for (const typed of ['', 'rm -rf build']) {
      own.tmux('send-keys', '-t', pane, '-l', typed);
      for (const askedBy of ['tick', 'person'] as const) {
        assert.deepEqual(await transport.look(own.setting, askedBy), {
          ok: false,
          reason: 'no_worker',
          detail: `pane ${pane} runs sh: start the agent in it`,
        });
      }
    }
    assert.equal((await transport.send(offerTo(own.setting), own.setting)).state, 'undeliverable');
    assert.ok(!own.screen(pane).includes('signalbox'));
  });

  it('nor is a pane in copy mode, without input, or one that shares its input', async () => {
    const own = newPanes();
    const pane = await own.agent();
    own.notice(pane);
    const transport = own.open();
    const seen = async (): Promise<string> => {
      const look = await transport.look(own.setting, 'tick');
      return look.ok ? 'ok' : `${look.reason}: ${look.detail}`;
    };
    own.tmux('copy-mode', '-t', pane);
    assert.match(await seen(), /^worker_busy: somebody reads back .*: leave its copy mode$/);
    own.tmux('send-keys', '-t', pane, '-X', 'cancel');
    own.tmux('select-pane', '-d', '-t', pane);
    assert.match(await seen(), /^undeliverable: .* takes no input: tmux select-pane -e/);
    own.tmux('select-pane', '-e', '-t', pane);
    own.tmux('set-option', '-t', pane, 'synchronize-panes', 'on');
    own.tmux('set-option', '-w', '-t', pane, 'synchronize-panes', 'on');
    assert.match(await seen(), /^undeliverable: .* shares its input/);
    own.tmux('set-option', '-w', '-t', pane, 'synchronize-panes', 'off');
    own.tmux('set-option', '-u', '-t', pane, 'synchronize-panes');
    assert.equal(await seen(), 'ok');
    for (let at = 1; at < 4; at += 1) {
      const tmux = before(at, () => void own.tmux('copy-mode', '-t', pane));
      const sent = await own
        .open({ tmux })
        .send(offerTo(own.setting), own.setting)
        .catch(() => null);
      assert.notEqual(sent?.state, 'injected');
      own.tmux('send-keys', '-t', pane, '-X', 'cancel');
    }
    assert.deepEqual(own.lines(), []);
  });

  it('C10: several panes are a safety error; no pane, server or tmux makes the worker undeliverable', async () => {
    const own = newPanes();
    const first = await own.agent('one');
    const second = await own.agent('two');
    const transport = own.open();
    assert.ok((await transport.look(own.setting, 'tick')).ok);
    await assert.rejects(transport.send(offerTo(own.setting), own.setting), {
      kind: 'unsafe',
      message: `ambiguous_endpoint: panes ${first}, ${second} are all of worker w1`,
    });
    own.tmux('set-option', '-pu', '-t', first, '@signalbox_worker');
    own.tmux('set-option', '-pu', '-t', second, '@signalbox_worker');
    const reason = async (): Promise<string> => {
      const look = await transport.look(own.setting, 'tick');
      return look.ok ? 'ok' : `${look.reason}: ${look.detail}`;
    };
    assert.equal(
      await reason(),
      'undeliverable: no pane is marked for worker w1: in it, run tmux set -p @signalbox_worker w1',
    );
    await own.end();
    await eventually('the server is gone', async () =>
      (await reason()).startsWith('undeliverable: there is no tmux server'),
    );
    const none = own.open({ tmux: tmuxAt('no-such-tmux', process.env) });
    assert.deepEqual(await none.look(own.setting, 'tick'), {
      ok: false,
      reason: 'undeliverable',
      detail: 'tmux is not on the PATH: install it (Debian: apt-get install tmux), or change the worker',
    });
    assert.equal((await none.send(offerTo(own.setting), own.setting)).state, 'undeliverable');
  });

  it('a pane is found by its exact names, odd ones too, and by its mark whatever is renamed', async () => {
    const own = newPanes();
    const pane = await own.agent('my work ✓');
    own.notice(pane);
    await own.agent('my work ✓ 2');
    own.tmux('set-option', '-pu', '-t', '=my work ✓ 2:', '@signalbox_worker');
    own.tmux('rename-window', '-t', pane, 'an agent');
    const found = async (options: object) => {
      const look = await own
        .open()
        .look({ ...own.setting, options: { socket: own.socket, ...options } }, 'tick');
      return look.ok ? look.endpointId : look.reason;
    };
    const names = [
      pane,
      'my work ✓',
      'my work ✓:0',
      'my work ✓:an agent',
      'my work ✓:an agent.0',
      'my work ✓:0.0',
    ];
    for (const name of names) assert.equal(await found({ pane: name }), `tmux:${pane}`, name);
    for (const name of ['my work', 'my*', 'my work ✓:an', '%99']) {
      assert.equal(await found({ pane: name }), 'undeliverable', name);
    }
    own.tmux('rename-session', '-t', '=my work ✓', 'renamed');
    own.tmux('new-session', '-d', '-s', 'beside', '-t', 'renamed');
    assert.equal(await found({}), `tmux:${pane}`);
  });

  it('a pane that dies between look and type, or between typing and Enter, is no delivery', async () => {
    for (let at = 0; at < 4; at += 1) {
      const own = newPanes();
      own.session('other', 'cat');
      const pane = await own.agent();
      own.notice(pane);
      const tmux = before(at, () => void own.tmux('kill-pane', '-t', pane));
      const sent = await own
        .open({ tmux })
        .send(offerTo(own.setting), own.setting)
        .catch((error: unknown) => error);
      assert.notEqual((sent as { state?: string }).state, 'injected', `before call ${at}`);
      assert.deepEqual(own.lines(), []);
      await own.end();
    }
  });

  it('C9: after the end of the next turn the same pointer reminds; an older send is ignored (store rule 15)', async () => {
    const own = newPanes();
    const pane = await own.agent();
    own.notice(pane);
    const transport = own.open({ term: 2 });
    const offer = offerTo(own.setting);
    await transport.send(offer, own.setting);
    own.notice(pane);
    await own.shows(pane, /^> *$/m);
    await transport.send(offer, own.setting);
    assert.equal((await transport.send({ ...offer, attempt: 2 }, own.setting)).state, 'injected');
    await eventually('it is there twice', () => own.lines().length === 2);
    assert.deepEqual(new Set(own.lines()), new Set([pointerTo(offer.leaseId)]));
    await assert.rejects(transport.send(offer, own.setting), { kind: 'transient' });
    await assert.rejects(own.open({ term: 1 }).send({ ...offer, attempt: 3 }, own.setting), {
      kind: 'transient',
    });
  });
});

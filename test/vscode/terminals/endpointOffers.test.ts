import assert from 'node:assert/strict';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import type { EndpointOfferParams } from '../../../src/protocol/params.ts';
import type { EndpointOffers } from '../../../src/vscode/terminals/endpointOffers.ts';
import { agentPid, FakeTerminal, offersOf, shellPid } from '../../kit/windowTerminals.ts';

const startAt = 1_000_000;

function newWindow() {
  const clock = { now: startAt };
  const terminal = new FakeTerminal(() => clock.now);
  return { clock, terminal, offers: offersOf([terminal], () => clock.now) };
}

/** Asked as a coordinator does whose worker's turn has ended. */
const asked = (more: Partial<EndpointOfferParams> = {}): EndpointOfferParams => ({
  worker: 'w1',
  processes: [
    { pid: agentPid, started_at: agentPid * 10, is_shell: false },
    { pid: shellPid, started_at: shellPid * 10, is_shell: true },
  ],
  turn_ended_at: startAt,
  offer: null,
  ...more,
});
const offer = {
  message_id: 'm',
  attempt: 1,
  term: 1,
  line: 'signalbox prompt --lease x',
  until: startAt + 6_000,
};

const answer = async (offers: EndpointOffers, more: Partial<EndpointOfferParams> = {}) => {
  const { state, reason } = await offers.answer(asked(more));
  return reason === null ? state : `${state}: ${reason}`;
};

describe('what a window answers to endpoint.offer', () => {
  it('a terminal that it has is named, and touched only by an offer', async () => {
    const { offers, terminal } = newWindow();
    const found = { endpoint_id: 'terminal:100', pid: shellPid, reason: null };
    assert.deepEqual(await offers.answer(asked()), { ...found, state: 'ready' });
    assert.deepEqual(terminal.pieces, []);
    assert.deepEqual(await offers.answer(asked({ offer })), { ...found, state: 'injected' });
    assert.deepEqual(terminal.pieces, [offer.line, '\r']);
  });

  it('a terminal that it has not, or whose process is another one by now, is not here', async () => {
    const { offers, terminal } = newWindow();
    const other = [{ pid: agentPid, started_at: 7, is_shell: false }];
    const expected = { endpoint_id: null, pid: null, state: 'not_here', reason: null };
    assert.deepEqual(await offers.answer(asked({ processes: other })), expected);
    assert.deepEqual(await offers.answer(asked({ processes: [] })), expected);
    terminal.isOpen = false;
    assert.deepEqual(await offers.answer(asked({ offer })), expected);
    assert.deepEqual(terminal.pieces, []);
  });

  it('into a shell nothing is typed, nor into a program that the last hook did not come from', async () => {
    const { offers, terminal } = newWindow();
    terminal.foreground = shellPid;
    const idle = 'idle: only a shell runs in its terminal: start the agent';
    assert.equal(await answer(offers, { offer }), idle);
    assert.equal(await answer(offers, { offer, turn_ended_at: null }), idle);
    for (const foreground of [300, null]) {
      terminal.foreground = foreground;
      assert.equal(
        await answer(offers, { offer }),
        'unknown: what runs in the foreground of its terminal is not what the last hook came from',
      );
    }
    assert.deepEqual(terminal.pieces, []);
    assert.equal(await answer(offers, { offer, turn_ended_at: null }), 'injected');
  });

  it('where somebody has typed since the turn ended, or that can not be seen, only a person may send', async () => {
    const { offers, terminal, clock } = newWindow();
    clock.now += 60_000;
    const since = { offer: { ...offer, until: clock.now + 6_000 } };
    terminal.readAt = startAt + 20_000;
    assert.equal(
      await answer(offers, since),
      'busy: somebody may have typed into its terminal since its turn ended: send it by hand',
    );
    terminal.readAt = null;
    assert.equal(
      await answer(offers, since),
      'unknown: it can not be seen whether somebody types there: send it by hand',
    );
    assert.deepEqual(terminal.pieces, []);
    assert.equal(await answer(offers, { ...since, turn_ended_at: null }), 'injected');
  });

  it('the next turn that a typed line began, ended at once: what was read is its own', async () => {
    const { offers, terminal, clock } = newWindow();
    assert.equal(await answer(offers, { offer }), 'injected');
    clock.now += 1_000;
    const next = { ...offer, message_id: 'n', until: clock.now + 6_000 };
    assert.equal(await answer(offers, { offer: next, turn_ended_at: clock.now }), 'injected');
    assert.equal(terminal.lines().length, 2);
  });

  it('Enter does not follow when the foreground has changed under the line, nor the next line before that is seen to', async () => {
    const { offers, terminal, clock } = newWindow();
    terminal.onType = () => (terminal.foreground = 300);
    assert.equal(
      await answer(offers, { offer }),
      'left: the pointer was typed into its terminal and not entered: look at it',
    );
    assert.deepEqual(terminal.pieces, [offer.line]);
    terminal.onType = () => undefined;
    terminal.foreground = agentPid;
    const stands = 'busy: a pointer stands in its terminal: press Enter there, or clear it';
    assert.equal(await answer(offers, { offer: { ...offer, attempt: 2 } }), stands);
    assert.equal(await answer(offers, { turn_ended_at: null }), stands);
    clock.now += 60_000;
    terminal.readAt = clock.now;
    assert.equal(await answer(offers, { turn_ended_at: null }), 'ready');
    assert.deepEqual(terminal.pieces, [offer.line]);
  });

  it('a left line is over with the next end of a turn', async () => {
    const { offers, terminal, clock } = newWindow();
    terminal.onType = () => (terminal.foreground = 300);
    await offers.answer(asked({ offer }));
    terminal.foreground = agentPid;
    clock.now += 60_000;
    assert.equal(await answer(offers, { turn_ended_at: clock.now }), 'ready');
  });

  it('what comes too late, or is more than a line of plain ASCII, is not typed', async () => {
    const { offers, terminal } = newWindow();
    assert.equal(
      await answer(offers, { offer: { ...offer, until: startAt - 1 } }),
      'busy: the offer came too late',
    );
    for (const line of ['a\rb', 'a\u001bb', 'ä', '']) {
      assert.equal(
        await answer(offers, { offer: { ...offer, line } }),
        'unknown: the line is not one of plain ASCII',
      );
    }
    assert.deepEqual(terminal.pieces, []);
  });

  it('C9, store rule 15: a repeat is not typed again, and what is older is refused', async () => {
    const { offers, terminal } = newWindow();
    const second = { ...offer, attempt: 2, term: 2 };
    assert.equal(await answer(offers, { offer: second }), 'injected');
    assert.equal(await answer(offers, { offer: second }), 'injected');
    for (const older of [
      { ...second, term: 1 },
      { ...second, attempt: 1 },
    ]) {
      await assert.rejects(
        offers.answer(asked({ offer: older })),
        (error) => error instanceof ProtocolError && error.kind === 'conflict',
      );
    }
    assert.equal(terminal.lines().length, 1);
  });

  it('two offers at the same time are not typed into one another', async () => {
    const { offers, terminal } = newWindow();
    const both = await Promise.all([
      answer(offers, { offer }),
      answer(offers, { offer: { ...offer, message_id: 'n' } }),
    ]);
    assert.deepEqual(both, ['injected', 'busy: another offer is being typed into it']);
    assert.deepEqual(terminal.pieces, [offer.line, '\r']);
  });
});

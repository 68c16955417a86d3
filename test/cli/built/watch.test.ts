import assert from 'node:assert/strict';
import { screens } from '../../kit/screens.ts';
import { shells } from '../../kit/shells.ts';

describe('signalbox watch', function () {
  this.timeout(60_000);
  const { served, person, signalbox, terminal, environment } = shells();
  const screen = screens();
  const sat = async () => {
    const { root, coordinator } = await served();
    return { root, coordinator, at: screen(root, environment(root)) };
  };
  const shell = { isAlternate: false, hasCursor: true };

  it('shows what happens as it happens, fits the terminal, and leaves it as it was on q', async () => {
    const { root, at } = await sat();
    at.enter('signalbox watch; echo "code $?"');
    await at.shows(/0 running/);
    assert.deepEqual(at.modes(), { isAlternate: true, hasCursor: false });
    await person(root, 'task', 'add', 'Seen \u001b[31mat once');
    await at.shows(/workspace\/1 .* Seen {2}\[31mat once/);
    at.resize(40, 6);
    await at.shows(/more lines: signalbox status$/);
    at.resize(100, 24);
    await at.shows(/queued: no worker .*at once$/m);
    at.press('q');
    await at.shows(/^code 0$/m);
    assert.deepEqual(at.modes(), shell);
    assert.doesNotMatch(at.text(), /running/);
    at.enter('stty -a | grep -c " icanon.* echo "; echo typed');
    await at.shows(/echo typed[^]*^typed$/m);
  });

  it('ends on Ctrl-C with the code of an interrupted verb, without a word', async () => {
    const { at } = await sat();
    at.enter('clear; signalbox watch; echo "code $?"');
    await at.shows(/0 running/);
    at.press('C-c');
    await at.shows(/^code 130$/m);
    assert.deepEqual([at.modes(), at.text().includes('signalbox:')], [shell, false]);
  });

  it('gives the terminal back while Ctrl-Z stops it, and goes on with fg', async () => {
    const { at } = await sat();
    at.enter('signalbox watch');
    await at.shows(/0 running/);
    at.press('C-z');
    await at.shows(/Stopped/);
    assert.deepEqual(at.modes(), shell);
    at.enter('fg');
    await at.shows(/0 running/);
    assert.deepEqual(at.modes(), { isAlternate: true, hasCursor: false });
    at.press('q');
    await at.shows(/sh>$/m);
  });

  it('says that the coordinator was lost, and goes on with the next one', async () => {
    const { root, coordinator, at } = await sat();
    at.enter('signalbox watch');
    await at.shows(/0 running/);
    coordinator.signal('SIGKILL');
    await at.shows(/This was so at/);
    await signalbox(root, ['serve']).says(/Signalbox serves/);
    await person(root, 'task', 'add', 'Afterwards');
    const shown = await at.shows(/Afterwards/);
    assert.doesNotMatch(shown, /This was so at/);
    at.press('q');
    await at.shows(/sh>$/m);
  });

  it('without a coordinator is refused like every verb: exit 9, and the terminal was never touched', async () => {
    const { coordinator, at } = await sat();
    coordinator.signal('SIGINT');
    await coordinator.end();
    at.enter('signalbox watch; echo "code $?"');
    assert.match(await at.shows(/^code 9$/m), /signalbox: no coordinator runs/);
  });

  it('writes plain lines where nobody sits, one a change, and ends quietly when nobody reads on', async () => {
    const { root } = await served();
    const lines = terminal(
      root,
      'signalbox watch | (read -r a; echo "$a"; read -r b; echo "$b"); echo "codes ${PIPESTATUS[*]}"',
    );
    await lines.says(/0 running.*\n/);
    await person(root, 'task', 'add', 'A');
    await lines.says(/task observed +workspace\/1 /);
    await person(root, 'task', 'add', 'B');
    await lines.says(/codes 0 0/);
    assert.equal(lines.err, '');
    // eslint-disable-next-line no-control-regex -- none is to be there
    assert.doesNotMatch(lines.out, /[\u0000-\u0009\u000b-\u001f]/);
  });

  it('with --json writes one document a line', async () => {
    const { root } = await served();
    const lines = signalbox(root, ['watch', '--json']);
    await lines.says(/"status".*\n/);
    await person(root, 'task', 'add', 'A');
    await lines.says(/"LeaseCreated".*\n/);
    lines.signal('SIGTERM');
    const { code, out, err } = await lines.end();
    assert.deepEqual([code, err], [143, []]);
    const documents = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(Object.keys(documents[0]!), ['status', 'is_complete']);
    assert.ok(documents.slice(1).every((document) => Object.keys(document).join() === 'event'));
  });
});

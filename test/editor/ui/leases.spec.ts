import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../kit/eventually.ts';
import { station } from '../harness/fixture.ts';
import { openWorkbench, useEditor } from '../harness/useEditor.ts';

describe('the Leases view in a real workbench', () => {
  const ui = useEditor({
    workspace: station,
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'editor.minimap.enabled': false },
  });
  const state = (): string => path.join(ui.editor.workspace, '.signalbox/state');
  const writers = (): { name: string; endpoint: string }[] =>
    readdirSync(state())
      .filter((name) => /^writer-\d+\.json$/.test(name))
      .map((name) => {
        const { endpoint } = JSON.parse(readFileSync(path.join(state(), name), 'utf8')) as {
          endpoint: string;
        };
        return { name, endpoint };
      });

  it('shows the tasks of the files, each with its state in words', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.row('Leases', /^Read time zones from the feed.*no worker/).waitFor();
    await workbench.row('Leases', /^Show the time zone of each stop.*waits for other work/).waitFor();
  });

  it('shows a task that a person adds in a terminal', async () => {
    const { workbench } = ui;
    await workbench.openTerminal();
    await workbench.type('signalbox task add "Print the night timetable" --repo website');
    await workbench.row('Leases', /^Print the night timetable/).waitFor();
  });

  it('shows the lease of `signalbox next` under Running within a second', async () => {
    const { workbench } = ui;
    await workbench.type('clear; signalbox next --worker demo && date +at=%s%3N');
    await workbench.row('Leases', /^Read time zones from the feed.*demo · running/).waitFor();
    const shownAt = Date.now();
    await workbench.terminalShows(/at=\d{13}/);
    const answeredAt = Number(/at=(\d{13})/.exec(await workbench.terminalText())?.[1]);
    console.log(`      in the tree ${shownAt - answeredAt} ms after the terminal was done`);
    assert.ok(shownAt - answeredAt < 1_000);
    const headings = await workbench.rows('Leases').allTextContents();
    assert.match(headings[0] ?? '', /^Running/);
    assert.match(headings[1] ?? '', /^Read time zones from the feed/);
  });

  it('is as the README shows it', async () => {
    const { workbench } = ui;
    await workbench.search('station.yaml');
    await workbench.page.locator('.quick-input-list .monaco-list-row').first().click();
    await workbench.page.locator('.editor-instance').getByText('relationship_type').first().waitFor();
    await workbench.row('Leases', /^Stopped/).click();
    await workbench.page.keyboard.press('Escape');
    await workbench.widenSideBar(470);
    await workbench.type("PS1='$ '; clear");
    // Who holds a lease is given it again.
    await workbench.type('signalbox next --worker demo');
    await workbench.terminalShows('before it runs out');
    await workbench.page.locator('.single-terminal-tab', { hasText: 'bash' }).waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-leases`);
  });

  it('Complete Lease from the palette ends it, and it is under Recent', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Complete Lease');
    await workbench.choice('Read time zones from the feed').click();
    await workbench.row('Leases', /^Recent/).click();
    await workbench.row('Leases', /^Read time zones from the feed.*completed/).waitFor();
  });

  it('Back Up Store says where the copy is, and shows it', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Back Up Store');
    const toast = workbench.toast('backed up to');
    await toast.waitFor();
    const file = /backed up to (\S+\.db)/.exec(await toast.innerText())?.[1] ?? '';
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await workbench.press(toast, 'Reveal');
    await workbench.page.locator('.explorer-folders-view').getByText(path.basename(file)).waitFor();
  });

  it('a reload of the window hands over to the next coordinator', async () => {
    const { workbench } = ui;
    const [before] = writers();
    await workbench.page.reload();
    await workbench.ready();
    await workbench.open('Signalbox');
    // The browser's VS Code starts another extension host, which takes long where other programs run.
    await workbench.row('Leases', /^Print the night timetable/).waitFor({ timeout: 40_000 });
    const after = writers();
    assert.equal(after.length, 1);
    assert.notEqual(after[0]?.name, before?.name);
  });

  it('a second window follows the first, and takes over when that is closed', async () => {
    const { workbench, editor } = ui;
    const second = await openWorkbench(editor);
    await second.open('Signalbox');
    await second.row('Leases', /^Print the night timetable/).waitFor();
    const [before] = writers();
    await workbench.page.close({ runBeforeUnload: true });
    await eventually('another writer', () => writers().some(({ name }) => name !== before?.name), 5_000);
    await second.row('Leases', /^Print the night timetable/).waitFor();
    await second.command('Signalbox: Complete Lease');
    await second.choice('Print the night timetable').click();
    await second.row('Leases', /^Recent/).click();
    await second.row('Leases', /^Print the night timetable.*completed/).waitFor();
    const { endpoint } = writers()[0]!;
    await second.page.close({ runBeforeUnload: true });
    await eventually('nobody serves', () => writers().length === 0 && !existsSync(endpoint), 10_000);
  });
});

describe('the Leases view in a folder without a register', () => {
  const ui = useEditor();

  it('says how to begin', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').getByText('This folder has no register yet.').waitFor();
  });

  it('comes to life with `signalbox init`', async () => {
    const { workbench } = ui;
    await workbench.openTerminal();
    await workbench.type('signalbox init');
    // The example waits until a person says `todo`.
    await workbench.view('Leases').getByText('No task yet.').waitFor();
    await workbench.type('signalbox task add "Say hello"');
    await workbench.row('Leases', /^Say hello/).waitFor();
  });
});

describe('Initialize Workspace', () => {
  const ui = useEditor();

  it('makes what `signalbox init` makes, and shows the configuration', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').locator('.monaco-button', { hasText: 'Initialize Workspace' }).click();
    await workbench.view('Leases').getByText('No task yet.').waitFor();
    await workbench.page.locator('.editor-instance').getByText('Signalbox: what it works on').waitFor();
    assert.ok(existsSync(path.join(ui.editor.workspace, '.signalbox/tasks/example.yaml')));
  });
});

describe('the Leases view in a workspace that is not trusted', () => {
  const ui = useEditor({ isRestricted: true, workspace: station });

  it('says that nothing runs, and why, and runs nothing', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').getByText('this workspace is not trusted').waitFor();
    assert.equal(existsSync(path.join(ui.editor.workspace, '.signalbox/state')), false);
    await workbench.screenshot(`${ui.editor.editor.name}-not-trusted`);
  });
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../kit/eventually.ts';
import { station } from '../harness/fixture.ts';
import { openWorkbench, useEditor } from '../harness/useEditor.ts';
import type { Workbench } from '../harness/workbench.ts';

/** Shows the Health view alone: there is little room below the others. */
async function openHealth(workbench: Workbench): Promise<void> {
  await workbench.command('Signalbox: Focus on Health View');
  await workbench.row('Health', /^Coordinator/).waitFor();
}

describe('the Health view in a real workbench', () => {
  const ui = useEditor({
    workspace: station,
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'editor.minimap.enabled': false },
  });
  const state = (): string => path.join(ui.editor.workspace, '.signalbox/state');
  const backups = (): string[] =>
    existsSync(path.join(state(), 'backups')) ? readdirSync(path.join(state(), 'backups')) : [];

  it('says who writes, and how its store is', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await openHealth(workbench);
    await workbench.row('Health', /^Coordinator.*this window writes, since/).waitFor();
    await workbench.row('Health', /^Size.*events/).waitFor();
    // There is room for a few rows only.
    await workbench.row('Health', /^Coordinator/).hover();
    const last = workbench.row('Health', /^Last backup/);
    await eventually(
      'the last backup is scrolled into view',
      async () => {
        await workbench.page.mouse.wheel(0, 22);
        return last.isVisible();
      },
      10_000,
    );
    await workbench.page.mouse.wheel(0, -1_000);
  });

  it('Verify Store and Compact Store say how it went', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Verify Store');
    await workbench.toast(/verified \d+ events; every table is right/).waitFor();
    await workbench.command('Signalbox: Compact Store');
    await workbench.toast(/journal and snapshot had .*, now/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
  });

  it('S3: Restore Store asks before it replaces anything, and keeps what was there', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Back Up Store');
    await workbench.toast('backed up to').waitFor();
    await workbench.openTerminal();
    await workbench.type('signalbox task add "Forget me" --repo website && clear');
    await workbench.row('Leases', /^Forget me/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
    const before = backups().length;
    await workbench.command('Signalbox: Restore Store');
    const list = workbench.page.locator('.quick-input-list .monaco-list-row');
    await list.filter({ hasText: 'backup-' }).first().waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-restore-list`);
    await list.filter({ hasText: 'backup-' }).first().click();
    const dialog = workbench.dialog('Restore this backup?');
    await dialog.filter({ hasText: 'This replaces' }).waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-restore-question`);
    await workbench.press(dialog, 'Restore');
    await workbench.toast(/restored \d+ events .*What was there is in/).waitFor();
    assert.equal(backups().length, before + 1);
    await workbench.row('Leases', /^Read time zones from the feed/).waitFor();
    await workbench.row('Leases', /^Forget me/).waitFor({ state: 'detached' });
    await workbench.row('Health', /^Coordinator.*this window writes/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
  });

  it('a row that is ill says what to do, with a button that does it', async () => {
    const { workbench } = ui;
    const config = path.join(ui.editor.workspace, '.signalbox/config.json');
    writeFileSync(config, '{ "repos": { "timetable": ".", "website": "website" }, "tick": "soon" }\n');
    await openHealth(workbench);
    const row = workbench.row('Health', /^Correct \.signalbox\/config\.json/);
    await row.waitFor();
    const themes = { 'Dark Modern': 'vs-dark', 'Light Modern': 'vs', 'Dark High Contrast': 'hc-black' };
    for (const [theme, name] of Object.entries(themes)) {
      await workbench.command('Preferences: Color Theme');
      await workbench.answer(theme);
      await workbench.page.locator(`.monaco-workbench.${name}`).waitFor();
      await row.waitFor();
      await workbench.screenshot(`${ui.editor.editor.name}-health-${theme.replaceAll(' ', '-')}`);
    }
    await row.hover();
    await row.getByRole('button', { name: /Open Configuration/ }).click();
    await workbench.page.locator('.editor-instance').getByText('"soon"').waitFor();
    writeFileSync(config, '{ "repos": { "timetable": ".", "website": "website" } }\n');
    await row.waitFor({ state: 'detached' });
  });

  it('Run Doctor says how many checks are well', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Run Doctor');
    const toast = workbench.toast(/\d+ checks/);
    await toast.waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-doctor`);
    await workbench.command('Notifications: Clear All Notifications');
  });

  it('S2: a second window says that it follows, and takes over when a person says so', async () => {
    const { workbench, editor } = ui;
    const second = await openWorkbench(editor);
    await second.open('Signalbox');
    await openHealth(second);
    await second.row('Health', /^Coordinator.*this window follows; another window writes/).waitFor();
    await second.screenshot(`${ui.editor.editor.name}-health-follower`);
    await second.command('Signalbox: Take Over Here');
    await second.press(second.dialog('Let this window write the register?'), 'Take Over');
    await second.toast('this window writes now').waitFor();
    await second.row('Health', /^Coordinator.*this window writes/).waitFor();
    await workbench.row('Health', /^Coordinator.*this window follows; another window writes/).waitFor();
    await workbench.page.close({ runBeforeUnload: true });
    await second.row('Health', /^Coordinator.*this window writes/).waitFor();
    await second.page.close({ runBeforeUnload: true });
    await eventually(
      'nobody serves',
      () => !readdirSync(state()).some((name) => name.startsWith('writer-')),
      10_000,
    );
  });
});

describe('the Health view where the store is damaged', () => {
  const ui = useEditor({ workspace: station });
  const state = (): string => path.join(ui.editor.workspace, '.signalbox/state');

  it('says why no coordinator answers, when it tries again, and leads to the doctor', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await openHealth(workbench);
    await workbench.row('Health', /^Coordinator.*this window writes/).waitFor();
    // What is there under a living writer is replaced, as a synchronised folder may do it.
    for (const name of readdirSync(state()).filter((file) => file.startsWith('journal-'))) {
      rmSync(path.join(state(), name));
    }
    await workbench.command('Developer: Reload Window');
    await workbench.ready();
    await workbench.open('Signalbox');
    await openHealth(workbench);
    await workbench.row('Health', /^Coordinator.*starts again at/).waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-health-damaged`);
  });
});

import assert from 'node:assert/strict';
import { eventually } from '../../kit/eventually.ts';
import { station } from '../harness/fixture.ts';
import { useEditor } from '../harness/useEditor.ts';

describe('the commands in a real workbench', () => {
  const ui = useEditor({
    workspace: station,
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  const picture = (name: string): Promise<string> =>
    ui.workbench.screenshot(`${ui.editor.editor.name}-commands-${name}`);
  const rowOf = (text: string | RegExp) => ui.workbench.row('Leases', text);

  /** Chooses from the menu of a row, which the keyboard opens too. */
  const onRow = async (row: string | RegExp, entry: string): Promise<void> => {
    const { page } = ui.workbench;
    await rowOf(row).click({ button: 'right' });
    const item = page.locator('.context-view .action-menu-item, .monaco-menu .action-menu-item');
    await item.filter({ hasText: entry }).first().waitFor();
    if (entry === 'Stop Lease') await picture('menu');
    await item.filter({ hasText: entry }).first().click();
  };

  const confirm = async (message: RegExp, button: string): Promise<void> => {
    const dialog = ui.workbench.dialog(message);
    await dialog.waitFor();
    await picture(button.replace(/\W+/g, '-').toLowerCase());
    await ui.workbench.press(dialog, button);
    await dialog.waitFor({ state: 'detached' });
  };

  /** The step that asks, by its prompt, its placeholder or what it says is wrong. */
  const step = (text: string) => {
    const widget = ui.workbench.page.locator('.quick-input-widget');
    return widget.getByText(text).or(widget.getByPlaceholder(text)).first();
  };

  it('New Task asks for title and repo, refuses an empty title as it is typed, and goes back', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await rowOf(/^Read time zones from the feed/).waitFor();
    await workbench.command('Signalbox: New Task');
    await step('What is to be done?').waitFor();
    await workbench.answer(' ');
    await step('Type something first.').waitFor();
    await workbench.answer('Print the night timetable');
    await step('In which repo?').waitFor();
    await picture('new-task');
    await workbench.page.locator('.quick-input-titlebar .codicon-quick-input-back').click();
    await step('What is to be done?').waitFor();
    assert.equal(await workbench.input.inputValue(), 'Print the night timetable');
    await workbench.page.keyboard.press('Enter');
    await workbench.choice('website').click();
    await step('What has to be done first?').waitFor();
    await workbench.page.keyboard.press('Enter');
    await rowOf(/^Print the night timetable/)
      .and(workbench.page.locator('.selected'))
      .waitFor();
  });

  it('a worker takes it, and Checkpoint Lease on its row hands it over', async () => {
    const { workbench } = ui;
    await workbench.openTerminal();
    await workbench.type('signalbox next --worker demo --repo website');
    await rowOf(/^Print the night timetable.*demo · running/).waitFor();
    await onRow(/^Print the night timetable/, 'Checkpoint Lease');
    await step('What has been done?').waitFor();
    await workbench.answer('The columns are there');
    await step('What comes next?').waitFor();
    await workbench.answer('The footnotes');
    await rowOf(/^Recent/).click();
    await rowOf(/^Print the night timetable.*checkpointed/).waitFor();
  });

  it('Stop Lease says what happens, does nothing when it is left, and ends the lease when it is confirmed', async () => {
    const { workbench } = ui;
    const open = /^Print the night timetable(?!.*(checkpointed|stopped))/;
    await onRow(open, 'Stop Lease');
    await workbench.dialog(/Stop the lease of "Print the night timetable"\?/).waitFor();
    await workbench.page.keyboard.press('Escape');
    await rowOf(open).waitFor();
    await onRow(open, 'Stop Lease');
    await confirm(/nothing goes on from it/, 'Stop Lease');
    await rowOf(/^Stopped/).click();
    await rowOf(/^Print the night timetable.*by a person/).waitFor();
  });

  it('Reopen Task queues it again, and Cancel Task ends it for good', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Reopen Task');
    await workbench.choice('Print the night timetable').click();
    const open = /^Print the night timetable(?!.*(checkpointed|by a person|cancelled))/;
    await rowOf(open).waitFor();
    await workbench.command('Signalbox: Cancel Task');
    await workbench.choice('Print the night timetable').click();
    await confirm(/Cancel the task "Print the night timetable"\?/, 'Cancel Task');
    await rowOf(/^Print the night timetable.*cancelled/).waitFor();
  });

  it('Pause Dispatch and Resume Dispatch of all repos', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Pause Dispatch');
    await workbench.choice('All repos').click();
    await rowOf(/^Read time zones from the feed.*repo paused/).waitFor();
    await workbench.command('Signalbox: Resume Dispatch');
    await picture('resume');
    await workbench.choice('All repos').click();
    await rowOf(/^Read time zones from the feed.*no worker/).waitFor();
  });

  it('Take This Repo keeps workers out of it until Give Back This Repo', async () => {
    const { workbench } = ui;
    await onRow(/^Read time zones from the feed/, 'Take This Repo');
    await rowOf(/^Read time zones from the feed.*repo taken by a person/).waitFor();
    await workbench.command('Signalbox: Give Back This Repo');
    await rowOf(/^Read time zones from the feed.*no worker/).waitFor();
  });

  it('Move Task puts one before another', async () => {
    const { workbench } = ui;
    const before = await workbench.rows('Leases').allTextContents();
    const placeOf = (lines: string[], title: string) => lines.findIndex((line) => line.startsWith(title));
    assert.ok(placeOf(before, 'Read time zones') < placeOf(before, 'Keep departures'));
    await workbench.command('Signalbox: Move Task');
    await workbench.choice('Keep departures in local time').click();
    await workbench.choice('First').waitFor();
    await picture('move');
    await workbench.choice('First').click();
    await eventually('it is the first', async () => {
      const after = await workbench.rows('Leases').allTextContents();
      return placeOf(after, 'Keep departures') < placeOf(after, 'Read time zones');
    });
  });

  it('Show History tells what happened, leads to a lease, and goes on by itself', async () => {
    const { workbench } = ui;
    const editor = workbench.page.locator('.editor-instance');
    await workbench.command('Signalbox: Show History');
    await workbench.choice('Keep departures in local time').click();
    await workbench.page.locator('.tab', { hasText: 'History of file zones.md' }).waitFor();
    await editor.getByText('lease created').first().waitFor();
    await picture('history');
    await workbench.type('signalbox next --worker driver --repo timetable --task file/zones');
    await editor.getByText('running, driver').first().waitFor();
  });

  it('Complete Lease from the palette ends what somebody else has', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Complete Lease');
    await workbench.choice('Keep departures in local time').waitFor();
    await picture('complete');
    await workbench.choice('Keep departures in local time').click();
    await rowOf(/^Keep departures in local time.*completed/).waitFor();
  });

  it('C7: Resume Dispatch frees the repo whose worker has not been told yet', async () => {
    const { workbench } = ui;
    await rowOf(/^Read time zones from the feed.*last worker not told yet/).waitFor();
    await workbench.command('Signalbox: Resume Dispatch');
    await rowOf(/^Read time zones from the feed.*no worker/).waitFor();
  });

  it('Fail Lease asks why and whether to try again', async () => {
    const { workbench } = ui;
    await onRow(/^Read time zones from the feed/, 'Fail Lease');
    await step('Why can it not be done?').waitFor();
    await workbench.answer('The feed is down');
    await workbench.choice('Do not try again').click();
    await confirm(/as failed\?/, 'Fail Lease');
    await rowOf(/^Read time zones from the feed.*failed/).waitFor();
  });

  it('Clear Gate says where a gate is cleared that is not cleared here', async () => {
    const { workbench } = ui;
    await onRow(/^Publish the timetable of the summer/, 'Clear Gate');
    await workbench.toast(/gate action_class can not be cleared here\. Take the action class off/).waitFor();
    await picture('gate');
  });
});

import assert from 'node:assert/strict';
import { station } from '../harness/fixture.ts';
import { useEditor } from '../harness/useEditor.ts';
import type { Workbench } from '../harness/workbench.ts';

/** The window's next host waits for the one before, whose extension host ends in its own time. */
const RELOAD_MS = 40_000;

describe('questions of a worker in a real workbench', () => {
  const ui = useEditor({
    workspace: station,
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'editor.minimap.enabled': false },
  });

  const task = 'Read time zones from the feed';
  const question = (text: string): RegExp => new RegExp(`^${text.replaceAll('?', '\\?')}`);
  const ask = (workbench: Workbench, text: string, ...options: string[]): Promise<void> =>
    workbench.type(
      ['clear; signalbox ask', `"${text}"`, ...options.map((option) => `--option "${option}"`)].join(' '),
    );
  const isDemanding = async (workbench: Workbench): Promise<boolean> => {
    const classes = await workbench
      .statusItem(/running/)
      .first()
      .getAttribute('class');
    return classes?.split(' ').includes('warning-kind') ?? false;
  };
  const themed = async (workbench: Workbench, theme: string): Promise<void> => {
    await workbench.command('Preferences: Color Theme');
    await workbench.input.fill(theme);
    await workbench.choice(theme).first().click();
    await workbench.input.waitFor({ state: 'hidden' });
  };

  it('before there is any, the view says how one comes, and the status bar that nothing runs', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Decisions').getByText('No agent asks anything.').waitFor();
    await workbench.statusItem('Signalbox: idle').waitFor();
    assert.equal(await workbench.badge('Signalbox').count(), 0);
  });

  it('the palette offers Answer Question only when there is one', async () => {
    const { workbench } = ui;
    await workbench.search('>Signalbox: Record Decision');
    await workbench.choice('Signalbox: Record Decision').waitFor();
    await workbench.search('>Signalbox: Answer Question');
    await workbench.choice('Signalbox: Record Decision').waitFor({ state: 'detached' });
    assert.equal(await workbench.choice('Signalbox: Answer Question').count(), 0);
    await workbench.page.keyboard.press('Escape');
  });

  it('T7: a question is a toast, a row, a badge and a word in the status bar', async () => {
    const { workbench } = ui;
    await workbench.openTerminal();
    await workbench.type("PS1='$ '; clear; signalbox next --worker demo");
    await workbench.statusItem('1 running').waitFor();
    assert.equal(await isDemanding(workbench), false);
    await ask(workbench, 'Which clock do stops show?', 'Station', 'Local');
    const toast = workbench.toast(`${task} asks: Which clock do stops show?`);
    await toast.waitFor();
    await workbench.row('Decisions', question('Which clock do stops show?')).waitFor();
    await workbench.statusItem('1 running, 1 needs you').waitFor();
    assert.equal(await isDemanding(workbench), true);
    assert.equal(await workbench.badge('Signalbox').innerText(), '1');
    await workbench.widenSideBar(420);
    await workbench.screenshot(`${ui.editor.editor.name}-question-dark`);
  });

  it('T8: a button of the toast answers it, and the decision waits for the next turn', async () => {
    const { workbench } = ui;
    await workbench.press(workbench.toast('Which clock do stops show?'), 'Station');
    await workbench.row('Decisions', /^Station.*waits .* for the next turn/).waitFor();
    await workbench.statusItem(/^\s*1 running\s*$/).waitFor();
    assert.equal(await isDemanding(workbench), false);
    assert.equal(await workbench.badge('Signalbox').count(), 0);
  });

  it('T3: the worker gets it with its next turn, and it is shown once the worker says so', async () => {
    const { workbench } = ui;
    await workbench.type('clear; signalbox turn');
    await workbench.terminalShows('Station');
    await workbench.row('Decisions', /^Delivered/).click();
    await workbench.row('Decisions', /^Station.*delivered/).waitFor();
    const shown = /decision ([0-9a-f]{8})/i.exec(await workbench.terminalText())?.[1] ?? '';
    await workbench.type(`clear; signalbox turn --shown ${shown}`);
    await workbench.row('Decisions', /^Station.*shown/).waitFor();
  });

  it('a click on an option in the tree answers, and the older toast then changes nothing', async () => {
    const { workbench } = ui;
    await ask(workbench, 'Round to minutes?', 'Yes', 'No');
    const toast = workbench.toast('Round to minutes?');
    await toast.waitFor();
    await workbench.row('Decisions', /^No$/).click();
    await workbench.row('Decisions', /^No.*waits/).waitFor();
    await workbench.press(toast, 'Yes');
    await workbench.toast('already answered').waitFor();
    await workbench.type('clear; signalbox turn');
    await workbench.terminalShows(/:\sNo/);
    await workbench.row('Decisions', /^No.*delivered/).waitFor();
    assert.equal(await workbench.row('Decisions', /^Yes/).count(), 0);
  });

  it('Answer Question from the palette takes an answer in words', async () => {
    const { workbench } = ui;
    await ask(workbench, 'What is the feed called?');
    await workbench.row('Decisions', question('What is the feed called?')).waitFor();
    await workbench.command('Signalbox: Answer Question');
    await workbench.answer('timetable.csv');
    await workbench.type('clear; signalbox turn');
    await workbench.terminalShows('timetable.csv');
    await workbench.row('Decisions', /^timetable\.csv.*delivered/).waitFor();
  });

  it('Record Decision tells a worker what nobody asked', async () => {
    const { workbench } = ui;
    await workbench.command('Signalbox: Record Decision');
    await workbench.choice(task).click();
    await workbench.answer('Keep the old feed, too');
    await workbench.row('Decisions', /^Keep the old feed.*waits/).waitFor();
    await workbench.type('clear; signalbox turn');
    await workbench.terminalShows('Keep the old feed, too');
  });

  it('Close Question asks once more, and the question is closed without effect', async () => {
    const { workbench } = ui;
    await ask(workbench, 'Shall I wait?', 'Yes', 'No');
    const row = workbench.row('Decisions', question('Shall I wait?'));
    await row.click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: 'Close Question Without an Answer' }).click();
    await workbench.press(workbench.dialog('Close the question without an answer?'), 'Close Question');
    await workbench.row('Decisions', /^Closed without effect/).click();
    await workbench.row('Decisions', /^Shall I wait\?.*closed without an answer/).waitFor();
    await workbench.statusItem(/^\s*1 running\s*$/).waitFor();
  });

  it('after a reload a question still waits, and is not told a second time', async () => {
    const { workbench } = ui;
    await ask(workbench, 'Which names do stops have?', 'Short', 'Long');
    await workbench.toast('Which names do stops have?').waitFor();
    await workbench.page.reload();
    await workbench.ready();
    await workbench.open('Signalbox');
    const reloadedAt = Date.now();
    await workbench.row('Decisions', question('Which names do stops have?')).waitFor({ timeout: RELOAD_MS });
    console.log(`      in the tree ${Date.now() - reloadedAt} ms after the window was there again`);
    await ask(workbench, 'Which stops first?', 'North', 'South');
    await workbench.toast('Which stops first?').waitFor();
    assert.equal(await workbench.toast('Which names do stops have?').count(), 0);
    assert.equal(await workbench.badge('Signalbox').innerText(), '2');
    await workbench.press(workbench.toast('Which stops first?'), 'Snooze 15 min');
    await workbench.row('Decisions', question('Which stops first?')).waitFor();
  });

  for (const [theme, name] of [
    ['Light Modern', 'light'],
    ['Dark High Contrast', 'high-contrast'],
  ] as const) {
    it(`looks as it should in ${theme}`, async () => {
      const { workbench } = ui;
      await themed(workbench, theme);
      await workbench.statusItem('1 running, 2 need you').waitFor();
      await workbench.screenshot(`${ui.editor.editor.name}-question-${name}`);
    });
  }
});

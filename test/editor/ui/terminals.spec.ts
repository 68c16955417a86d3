import assert from 'node:assert/strict';
import { yard } from '../harness/fixture.ts';
import { openWorkbench, useEditor } from '../harness/useEditor.ts';
import type { Workbench } from '../harness/workbench.ts';

describe('workers in the terminals of two windows', () => {
  const ui = useEditor({ workspace: yard });
  /** The window that has the worker; the first one has the coordinator. */
  let second: Workbench;

  const startWorker = async (label: string): Promise<void> => {
    await second.command('Signalbox: Start Worker');
    await second.choice(label).click();
  };

  it('C22: a command of the configuration is offered once a person has confirmed it', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').getByText('No task yet.').waitFor();
    await workbench.command('Signalbox: Start Worker');
    await workbench.choice('Shell').waitFor();
    assert.equal(await workbench.choice('shunter').count(), 0);
    await workbench.page.keyboard.press('Escape');
    await workbench.openTerminal();
    // Without a digest it says what waits, and by which digest that is confirmed.
    await workbench.type(
      'signalbox config confirm $(signalbox config confirm 2>&1 | grep -oE "[0-9a-f]{12}$")',
    );
    await workbench.terminalShows('Confirmed: ');
  });

  it('Start Worker opens a terminal in which the worker of the configuration runs', async () => {
    second = await openWorkbench(ui.editor);
    await second.open('Signalbox');
    await startWorker('shunter');
    await second.terminalShows('bash shunter.sh');
    await second.terminalShows(/>/);
  });

  it('an offer reaches the terminal of the window that has it, and the lease runs there', async () => {
    const { workbench } = ui;
    await workbench.type('clear; signalbox task add "Oil the points"');
    await second.terminalShows(/signalbox prompt --lease [0-9a-f-]{36}/);
    await second.terminalShows('Oil the points');
    for (const window of [workbench, second]) {
      await window.row('Leases', /^Oil the points.*shunter · running/).waitFor();
    }
  });

  it('Reveal Terminal shows it there, and says elsewhere which window has it', async () => {
    const { workbench } = ui;
    await second.openTerminal();
    await second.command('Signalbox: Reveal Terminal');
    await second.choice('Oil the points').click();
    await second.terminalShows('Oil the points');
    await workbench.row('Leases', /^Oil the points/).hover();
    await workbench
      .row('Leases', /^Oil the points/)
      .locator('.action-label[aria-label^="Reveal Terminal"]')
      .click();
    await workbench
      .toast(/the terminal of worker shunter is in another window: .*yard \(pid \d+\)/)
      .waitFor();
  });

  it('W6: after a reload the restored terminal has its worker, and Send delivers into it', async () => {
    const { workbench } = ui;
    await second.type('complete');
    await workbench.row('Leases', /^Recent/).waitFor();
    await second.page.reload();
    await second.ready();
    await second.open('Signalbox');
    await workbench.type('clear; signalbox task add "Grease the buffers"');
    // Somebody typed as the last turn ended: nothing may be typed until a person says so.
    await workbench.row('Leases', /^Grease the buffers.*(busy|unknown|gone)/).waitFor();
    await workbench.type('signalbox send 2');
    await second.terminalShows('Grease the buffers');
    await workbench.row('Leases', /^Grease the buffers.*shunter · running/).waitFor();
  });

  it('a plain shell is a worker of its own, which asks for its work', async () => {
    await startWorker('Shell');
    await second.terminalShows(/[#$]/);
    await second.type('echo "I am $SIGNALBOX_WORKER of $SIGNALBOX_ROOT"');
    await second.terminalShows(/I am yard-2 of \/.*yard/);
  });

  it('nothing asks to relaunch a terminal', async () => {
    for (const window of [ui.workbench, second]) {
      assert.equal(
        await window.page
          .locator('.codicon-terminal-environment-warning, .terminal-tabs-entry .codicon-warning')
          .count(),
        0,
      );
    }
  });
});

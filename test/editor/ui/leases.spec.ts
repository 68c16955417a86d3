import { useEditor } from '../harness/useEditor.ts';

describe('the Leases view in a real workbench', () => {
  const ui = useEditor();

  it('says how to begin in a folder without a register', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').getByText('This folder has no register yet.').waitFor();
  });

  it('a terminal answers what is typed', async () => {
    const { workbench } = ui;
    await workbench.openTerminal();
    await workbench.type('echo "$((6 * 7)) is it"');
    await workbench.terminalShows('42 is it');
  });
});

describe('the Leases view in a workspace that is not trusted', () => {
  const ui = useEditor({ isRestricted: true });

  it('says that nothing runs, and why', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').getByText('this workspace is not trusted').waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-not-trusted`);
  });
});

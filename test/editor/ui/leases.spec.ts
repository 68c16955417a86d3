import { useEditor } from '../harness/useEditor.ts';

describe('the Leases view in a real workbench', () => {
  const ui = useEditor();

  it('says honestly that there is no lease', async () => {
    const { workbench } = ui;
    await workbench.open('Signalbox');
    await workbench.view('Leases').getByText('No lease yet.').waitFor();
    await workbench.screenshot(`${ui.editor.editor.name}-leases-empty`);
  });

  it('a terminal answers what is typed', async () => {
    const { workbench } = ui;
    await workbench.openTerminal();
    await workbench.type('echo "$((6 * 7)) is it"');
    await workbench.terminalShows('42 is it');
  });
});

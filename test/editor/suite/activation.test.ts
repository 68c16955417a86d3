import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in a real extension host', () => {
  it('activates in the editor that was asked for', async () => {
    const extension = vscode.extensions.getExtension('signalbox.signalbox');
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
    assert.equal(vscode.version, process.env['SIGNALBOX_EDITOR_VERSION'] ?? vscode.version);
  });

  it('offers the Leases view', async () => {
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes('signalbox.leases.focus'));
    await vscode.commands.executeCommand('signalbox.leases.focus');
  });
});

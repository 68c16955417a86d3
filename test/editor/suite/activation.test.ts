import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';

describe('the extension in a real extension host', () => {
  it('runs from the packaged file in the editor that was asked for', async () => {
    const extension = vscode.extensions.getExtension('signalbox.signalbox');
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
    assert.equal(path.basename(extension.extensionPath).startsWith('signalbox.signalbox-'), true);
    assert.equal(vscode.version, process.env['SIGNALBOX_EDITOR_VERSION']);
  });

  it('offers the Leases view', async () => {
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes('signalbox.leases.focus'));
    await vscode.commands.executeCommand('signalbox.leases.focus');
  });
});

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { buildSuite } from './buildSuite.ts';
import { checkout } from './editors.ts';
import { station } from './fixture.ts';

/**
 * Runs test/editor/suite in a desktop VS Code, for a developer's own computer: the one that VSCODE_EXECUTABLE names, else a
 * downloaded one. The extension is the built checkout.
 * @returns the exit code.
 */
export async function runDesktop(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sbx-'));
  const workspace = path.join(folder, 'work');
  await cp(station, workspace, { recursive: true });
  const executable = process.env['VSCODE_EXECUTABLE'];
  try {
    return await runTests({
      ...(executable === undefined ? { version: 'stable' } : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: checkout,
      extensionTestsPath: await buildSuite(),
      launchArgs: [workspace, '--disable-extensions', '--user-data-dir', path.join(folder, 'data')],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

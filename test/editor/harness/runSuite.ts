import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkout } from './editors.ts';
import { buildSuite } from './buildSuite.ts';
import type { Editor } from './prepareEditor.ts';
import type { Counts } from './counts.ts';
import { type RunningEditor, startEditor } from './startEditor.ts';
import { station } from './fixture.ts';

/**
 * Runs test/editor/suite inside the extension host of a real VS Code that has the packaged extension installed, and prints
 * what mocha said there.
 */
export async function runSuite(editor: Editor, vsix: string, grep?: string): Promise<Counts> {
  const suite = await buildSuite();
  const running = await startEditor({
    editor,
    workspace: station,
    vsix: [vsix],
    isSuite: true,
    env: { SIGNALBOX_EDITOR_VERSION: editor.version, SIGNALBOX_TEST_GREP: grep },
  });
  try {
    const { code, log } = await untilExit(running, suite);
    const counts = await printResults(running);
    if (counts === undefined || (code === 0) !== (counts.failed === 0)) {
      throw new Error(`VS Code ended the suite with ${code}.\n${log.join('\n')}\n${running.log()}`);
    }
    return counts;
  } finally {
    const deaf = await running.stop();
    for (const { pid, command } of deaf) console.error(`had to kill ${pid}: ${command}`);
  }
}

/** VS Code calls two functions, where the page has them, when a suite says something and when it ends. */
async function untilExit(running: RunningEditor, suite: string): Promise<{ code: number; log: string[] }> {
  const log: string[] = [];
  const exit = new Promise<number>((resolve, reject) => {
    running.context.exposeFunction('codeAutomationExit', resolve).catch(reject);
  });
  await running.context.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    log.push(`[${type}] ${args.map(String).join(' ')}`);
  });
  const remote = (file: string): string => `vscode-remote://${running.authority}${file}`;
  const page = await running.openWindow(running.workspace, [
    ['extensionDevelopmentPath', remote(path.join(checkout, 'test/editor/runner'))],
    ['extensionTestsPath', remote(suite)],
  ]);
  const crashed = new Promise<never>((_, reject) => {
    page.on('crash', () => reject(new Error('The page crashed.')));
  });
  return { code: await Promise.race([exit, running.failed, crashed]), log };
}

async function printResults(running: RunningEditor): Promise<Counts | undefined> {
  const file = (name: string): string => path.join(running.folder, 'results', name);
  if (!existsSync(file('counts.json'))) return undefined;
  process.stdout.write(await readFile(file('output.txt'), 'utf8'));
  return JSON.parse(await readFile(file('counts.json'), 'utf8')) as Counts;
}

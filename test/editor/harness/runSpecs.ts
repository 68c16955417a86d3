import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import type { Counts } from './counts.ts';
import { checkout } from './editors.ts';
import type { Editor } from './prepareEditor.ts';

const folder = path.join(checkout, 'test/editor/ui');

/** Runs test/editor/ui, where each block has a real VS Code with the packaged extension, driven through a browser. */
export async function runSpecs(editor: Editor, vsix: string, grep?: string): Promise<Counts> {
  process.env['SIGNALBOX_EDITOR'] = editor.name;
  process.env['SIGNALBOX_VSIX'] = vsix;
  const mocha = new Mocha({
    timeout: 60_000,
    slow: 10_000,
    forbidOnly: true,
    forbidPending: true,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.spec.ts')) mocha.addFile(path.join(folder, file));
  }
  await mocha.loadFilesAsync();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', () => (counts.passed += 1))
      .on('fail', () => (counts.failed += 1))
      .on('pending', () => (counts.skipped += 1));
  });
  return counts;
}

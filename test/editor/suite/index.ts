import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import type { Counts } from '../harness/counts.ts';

/**
 * Called by VS Code in its extension host, where it is the entry of `extensionTestsPath`, also by a desktop one. What mocha
 * prints and its counts go to the folder SIGNALBOX_TEST_RESULTS, if there is one.
 * @throws when a test failed, which makes VS Code end with an error.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { default: Mocha } = await import('mocha');
  const grep = process.env['SIGNALBOX_TEST_GREP'];
  const mocha = new Mocha({
    color: false,
    timeout: 30_000,
    forbidOnly: true,
    forbidPending: true,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of readdirSync(__dirname)) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, file));
  }

  const lines: string[] = [];
  const print = Mocha.reporters.Base.consoleLog;
  Mocha.reporters.Base.consoleLog = (...said: unknown[]) => {
    lines.push(format(...said));
    print(...said);
  };
  await mocha.loadFilesAsync();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', () => (counts.passed += 1))
      .on('fail', () => (counts.failed += 1))
      .on('pending', () => (counts.skipped += 1));
  });
  keep(lines, counts);
  if (counts.failed > 0) throw new Error(`${counts.failed} tests failed`);
  if (counts.passed === 0) throw new Error('no test ran');
}

function keep(lines: readonly string[], counts: Counts): void {
  const folder = process.env['SIGNALBOX_TEST_RESULTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'output.txt'), `${lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'counts.json'), JSON.stringify(counts));
}

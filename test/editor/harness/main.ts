import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Counts } from './counts.ts';
import { type EditorName, editors } from './editors.ts';
import { packageExtension } from './packageExtension.ts';
import { type Editor, prepareEditor } from './prepareEditor.ts';
import { runDesktop } from './runDesktop.ts';
import { runSpecs } from './runSpecs.ts';
import { runSuite } from './runSuite.ts';

const LIMIT_MS = 900_000;

const usage = `node test/editor/run.mjs [--kind host|ui|desktop] [--version newest|oldest] [--vsix FILE] [--grep TEXT]
  Without --kind it only installs that VS Code; desktop takes the one of this computer, or downloads one.`;

/** @returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const { kind, version, vsix, grep } = parseArgs({
    args,
    options: {
      kind: { type: 'string' },
      version: { type: 'string', default: 'newest' },
      vsix: { type: 'string' },
      grep: { type: 'string' },
    },
  }).values;
  if (!isEditorName(version) || (kind !== undefined && !isKind(kind))) {
    console.error(usage);
    return 2;
  }
  if (kind === 'desktop') return runDesktop();
  const editor = await prepareEditor(version, console.error);
  if (kind === undefined) return 0;

  limitTime();
  const startedAt = Date.now();
  const counts = await run(kind, editor, vsix ?? packageExtension(), grep);
  console.log(`  VS Code ${editor.version}, ${kind}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  hand(counts);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

const isKind = (kind: string): kind is 'host' | 'ui' | 'desktop' => ['host', 'ui', 'desktop'].includes(kind);
const isEditorName = (name: string): name is EditorName => Object.hasOwn(editors, name);

const run = (kind: 'host' | 'ui', editor: Editor, vsix: string, grep: string | undefined): Promise<Counts> =>
  kind === 'host' ? runSuite(editor, vsix, grep) : runSpecs(editor, vsix, grep);

/** Whoever started an editor ends it at SIGTERM. */
function limitTime(): void {
  setTimeout(() => {
    console.error(`No end after ${LIMIT_MS / 1000} s.`);
    process.kill(process.pid, 'SIGTERM');
  }, LIMIT_MS).unref();
}

/** For test/run.mjs, which adds up all suites. */
function hand(counts: Counts): void {
  const file = process.env['SIGNALBOX_TEST_COUNTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const checkout = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, object>> }>
  >;
}

/** Names of the files of a zip: its central directory has 46 bytes before each, with three lengths from its 29th on. */
function namesInZip(file: string): string[] {
  const zip = readFileSync(file);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const names: string[] = [];
  for (let at = zip.readUInt32LE(end + 16); at < end;) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    names.push(zip.toString('utf8', at + 46, at + 46 + name!));
    at += 46 + name! + extra! + comment!;
  }
  return names;
}

describe('the package', () => {
  let folder: string;
  let said: string;
  let meta: Metafile;

  before(async function () {
    this.timeout(120_000);
    folder = mkdtempSync(path.join(tmpdir(), 'package-'));
    const args = ['run', '--silent', 'package', '--', '--out', path.join(folder, 'signalbox.vsix')];
    const { stdout, stderr } = await run('npm', args, { cwd: checkout });
    said = stdout + stderr;
    meta = JSON.parse(readFileSync(path.join(checkout, 'dist/meta.json'), 'utf8')) as Metafile;
  });
  after(() => rmSync(folder, { recursive: true }));

  const bundles = (): string[] => Object.keys(meta.outputs).filter((file) => file.endsWith('.cjs'));

  it('is made without a warning, and is at most 2 MiB', () => {
    assert.doesNotMatch(said, /warn/i);
    assert.ok(statSync(path.join(folder, 'signalbox.vsix')).size <= 2 * 1024 * 1024);
  });

  it('holds what is needed and nothing else', () => {
    const needed = [
      ...['package.json', 'package.nls.json', 'readme.md', 'changelog.md', 'LICENSE.txt'],
      ...['bin/signalbox', 'bin/signalbox.cmd', 'dist/sql-wasm.wasm', ...bundles()],
      ...['l10n/bundle.l10n.json', 'media/icon.png', 'media/icon.svg', 'media/signalbox.svg'],
      ...['schemas/config.schema.json', 'schemas/tasks.schema.json'],
    ].map((file) => `extension/${file}`);
    const files = namesInZip(path.join(folder, 'signalbox.vsix'));
    assert.deepEqual(files.sort(), ['[Content_Types].xml', 'extension.vsixmanifest', ...needed].sort());
    for (const name of ['extension', 'host', 'store', 'cli'])
      assert.ok(bundles().includes(`dist/${name}.cjs`));
  });

  /** Packages and folders of src in a bundle. */
  const parts = (bundle: string): Set<string> => {
    const inputs = Object.keys(meta.outputs[`dist/${bundle}.cjs`]?.inputs ?? {});
    const part = /^(?:node_modules\/((?:@[^/]+\/)?[^/]+)|src\/([^/]+))/;
    return new Set(inputs.map((file) => part.exec(file)).map((found) => found?.[1] ?? found?.[2] ?? ''));
  };

  const kept: Record<string, readonly string[]> = {
    extension: ['zod', 'sql.js', 'store', 'coordinator', 'cli', 'mcp', 'webview'],
    host: ['sql.js', 'vscode', 'cli', 'mcp', 'webview'],
    store: ['zod', 'vscode', 'host', 'ipc', 'protocol', 'cli', 'mcp', 'webview'],
    ...Object.fromEntries(
      ['cli', 'lease', 'verbs'].map((name) => [
        name,
        ['zod', 'sql.js', 'store', 'coordinator', 'host', 'vscode', 'mcp', 'webview'],
      ]),
    ),
  };
  for (const [bundle, names] of Object.entries(kept)) {
    it(`${bundle}.cjs holds nothing of ${names.join(', ')}`, () => {
      const found = parts(bundle);
      assert.ok(found.size > 0);
      assert.deepEqual(
        names.filter((name) => found.has(name)),
        [],
      );
    });
  }
});

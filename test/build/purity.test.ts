import assert from 'node:assert/strict';
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const root = path.resolve(import.meta.dirname, '../..');
const tryout = path.join(root, 'src/core/tryout.ts');

// The file is not on disk, so the rules that need types are off: those of purity do without.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    { ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'] },
    { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
  ],
});

/** The rules of purity that a file of this text breaks, each once. */
async function lint(text: string, filePath = tryout): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  assert.equal(result!.fatalErrorCount, 0, result!.messages[0]?.message);
  const broken = result!.messages.map(({ ruleId }) => ruleId ?? '');
  return [...new Set(broken)].filter((rule) => rule.startsWith('no-restricted-'));
}

const disk = ts.createCompilerHost({});
const libraries = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of a file of this text in src/core, by the folder's own configuration. */
function compile(text: string): string[] {
  const configPath = path.join(root, 'src/core/tsconfig.json');
  const { config } = ts.readConfigFile(configPath, (name) => ts.sys.readFile(name)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(configPath));
  const program = ts.createProgram([tryout], options, {
    ...disk,
    fileExists: (name) => name === tryout || disk.fileExists(name),
    getSourceFile(name, ...rest) {
      if (name === tryout) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true);
      if (!libraries.has(name)) libraries.set(name, disk.getSourceFile(name, ...rest));
      return libraries.get(name);
    },
  });
  return ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'));
}

describe('pure code', () => {
  const refusedByLint = {
    'process.pid': 'export const a = process.pid;',
    setTimeout: 'setTimeout(() => undefined, 1);',
    setInterval: 'setInterval(() => undefined, 1);',
    queueMicrotask: 'queueMicrotask(() => undefined);',
    performance: 'export const a = performance.now();',
    'crypto.randomUUID': 'export const a = crypto.randomUUID();',
    'node:crypto': `import { randomUUID } from 'node:crypto'; export const a = randomUUID();`,
    randomBytes: `import { randomBytes } from '@noble/hashes/utils.js'; export const a = randomBytes(1);`,
    document: 'export const a = document.title;',
    globalThis: 'export const a = globalThis;',
    'Date.now': 'export const a = Date.now();',
    'Date.now under another name': 'const { now } = Date; export const a = now();',
    'Date under another name': 'const Clock = Date; export const a = new Clock();',
    'new Date': 'export const a = new Date();',
    'new Date without brackets': 'export const a = new Date;',
    Date: 'export const a = Date();',
    'Math.random': 'export const a = Math.random();',
    'Math.random by its quoted name': `export const a = Math['random']();`,
    'Math under another name': 'const { random } = Math; export const a = random();',
    'the local time zone': 'export const a = new Date(1).getHours();',
    'the local language': 'export const a = (1).toLocaleString();',
    'an exemption': '// eslint-disable-next-line\nexport const a = Math.random();',
  };
  for (const [what, text] of Object.entries(refusedByLint)) {
    for (const folder of ['base', 'core', 'coordinator']) {
      it(`src/${folder} may not name ${what}: lint`, async () => {
        assert.notDeepEqual(await lint(text, path.join(root, 'src', folder, 'tryout.ts')), []);
      });
    }
  }

  const refusedByCompiler = {
    process: [`Cannot find name 'process'`, 'export const a = process.pid;'],
    setTimeout: [`Cannot find name 'setTimeout'`, 'setTimeout(() => undefined, 1);'],
    'node:fs': [`Cannot find module 'node:fs'`, `import { readFileSync } from 'node:fs'; readFileSync('a');`],
    document: [`Cannot find name 'document'`, 'export const a = document.title;'],
    console: [`Cannot find name 'console'`, `console.log('a');`],
    performance: [`Cannot find name 'performance'`, 'export const a = performance.now();'],
    crypto: [`Cannot find name 'crypto'`, 'export const a = crypto.randomUUID();'],
    Buffer: [`Cannot find name 'Buffer'`, `export const a = Buffer.from('a');`],
  } as const;
  for (const [what, [says, text]] of Object.entries(refusedByCompiler)) {
    it(`src/core may not name ${what}: types`, () => {
      const said = compile(text);
      assert.equal(said.length, 1);
      assert.ok(said[0]!.startsWith(says), said[0]);
    });
  }

  const pure = `
    import { sha256 } from '@noble/hashes/sha2.js';
    export const isoAt = (at: number): string => new Date(at).toISOString();
    export const atOf = (iso: string): number => Date.parse(iso);
    export const half = (n: number): number => Math.floor(n / 2);
    export const digest = (bytes: Uint8Array): Uint8Array => sha256(bytes);
  `;
  it('sums, hashes and the conversion of a given instant pass lint', async () => {
    assert.deepEqual(await lint(pure), []);
  });
  it('sums, hashes and the conversion of a given instant pass the compiler', () => {
    assert.deepEqual(compile(pure), []);
  });
});

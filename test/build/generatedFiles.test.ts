import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configurationSchema } from '../../src/configuration/schema.ts';
import { parseConfiguration } from '../../src/configuration/parseConfiguration.ts';
import { readTaskFile } from '../../src/sources/taskFile.ts';
import { exampleConfiguration, exampleTasks } from './configurationPage.ts';
import { methods } from '../../src/protocol/methods.ts';
import { generatedFiles } from './generatedFiles.ts';
import { readProtocol } from './protocolTypes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Every object of a JSON value, itself included. */
function* objectsIn(value: unknown): Iterable<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe('generated files', () => {
  let files: ReadonlyMap<string, string>;
  before(async function () {
    this.timeout(60_000);
    files = await generatedFiles();
  });

  it('are those that `npm run generate` makes of the schemas as they are', () => {
    for (const [name, content] of files) {
      const stored = readFileSync(path.join(root, name), 'utf8').replaceAll('\r\n', '\n');
      assert.equal(stored, content, `${name} is stale: npm run generate`);
    }
  });

  it('C21: every key of the configuration has a description and a rule', () => {
    for (const [key, schema] of Object.entries(configurationSchema.shape)) {
      const { description = '', rule = '' } = schema.meta() ?? {};
      assert.match(description, /.{10}\.$/, key);
      assert.match(String(rule), /^[CWT]\d+$/, key);
    }
  });

  it('hold only patterns that an editor can compile', () => {
    const schemas = [...files].filter(([name]) => name.endsWith('.json'));
    const patterns = schemas.flatMap(([, content]) =>
      [...objectsIn(JSON.parse(content))].flatMap(({ pattern }) =>
        typeof pattern === 'string' ? [pattern] : [],
      ),
    );
    assert.ok(patterns.length > 10);
    for (const pattern of patterns) assert.doesNotThrow(() => new RegExp(pattern, 'u'), pattern);
  });

  it('the protocol page says of every method what it does', () => {
    const { methods: documented } = readProtocol();
    assert.deepEqual(
      documented.map(({ name }) => name),
      Object.keys(methods),
    );
    for (const { name, description } of documented) assert.match(description, /.{10}[.)]$/, name);
  }).timeout(20_000);

  it('C21: the example of the documentation is a valid configuration', () => {
    const parsed = parseConfiguration(exampleConfiguration, { rootName: 'app' });
    assert.deepEqual(parsed.ok ? [] : parsed.error, []);
  });

  it('behaviour 1: the example of the documentation is a valid task file', () => {
    const read = readTaskFile('example.yaml', exampleTasks);
    assert.deepEqual(read.ok ? read.value.snapshot.tasks.map(({ id }) => id) : read.error, [
      'add-column',
      'show-zone',
    ]);
  });
});

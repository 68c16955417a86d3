import assert from 'node:assert/strict';
import { defaultSettings, parseConfiguration } from '../../src/configuration/parseConfiguration.ts';
import { exampleConfiguration, exampleTasks } from '../../src/ipc/exampleFiles.ts';
import { readTaskFile } from '../../src/sources/taskFile.ts';

/** The file with the comments taken from its keys. */
const uncommented = exampleConfiguration.replace(/^ {2}\/\/ (?=")/gm, '  ');

describe('what `init` writes', () => {
  it('asks for nothing but the defaults', () => {
    const read = parseConfiguration(exampleConfiguration, { rootName: 'demo' });
    assert.deepEqual(read, { ok: true, value: defaultSettings('demo') });
  });

  it('holds also when all of its keys are taken into use', () => {
    const read = parseConfiguration(uncommented, { rootName: 'demo' });
    assert.ok(read.ok, JSON.stringify(read));
    assert.deepEqual(
      read.value.repos.map(({ slug }) => slug),
      ['api', 'web'],
    );
    assert.deepEqual(read.value.allow, ['network']);
  });

  it('has one task, which starts nothing', () => {
    const read = readTaskFile('example.yaml', exampleTasks);
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.snapshot.tasks.map(({ id, status }) => [id, status]),
      [['example', 'wait']],
    );
  });
});

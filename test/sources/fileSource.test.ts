import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FileSource } from '../../src/sources/fileSource.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { sourceContract } from './sourceContract.ts';

const { signal } = new AbortController();
const empty = { repos: [], plans: [], tasks: [], dependencies: [], messages: [] };
const task = (id: string) => ({ id, status: 'todo', title: `Task ${id}` });

describe('FileSource', () => {
  const newFolder = temporaryFolders();

  /** A source over these files, by name. */
  function sourceOf(files: Record<string, string | object>, folder = newFolder()) {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return { folder, source: new FileSource('file', folder) };
  }
  const failure = async (files: Record<string, string | object>) => {
    const error = await sourceOf(files)
      .source.snapshot(signal)
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof Error);
    return error.message;
  };

  for (const name of ['plain-', 'it\'s a 🚂 "box" ', '$HOME `x` %41 #']) {
    describe(`in a folder ${JSON.stringify(name)}`, () => {
      sourceContract(() => ({
        source: sourceOf(
          { 'b 🚂.yaml': '- {id: one, status: todo, title: "One"}', "a'.json": [task('two')] },
          newFolder(name),
        ).source,
        expected: { ...empty, tasks: [task('two'), { id: 'one', status: 'todo', title: 'One' }] },
      }));
    });
  }

  it('yields the union of its files in the order of their names, each in its own order', async () => {
    const { source } = sourceOf({
      '2.json': { tasks: [task('d'), task('c')], plans: [{ id: 'p', repo_id: 'app', status: 'ready' }] },
      '10.yml': 'tasks:\n  - id: b\n    status: wait\n    title: B\n    project: app\n    extra: 1\n',
      'm.yaml': [
        'repos: [{id: r, slug: app}]',
        'dependencies: [{id: e, from_workplan_id: p, to_workplan_id: q, relationship_type: blocks}]',
        'messages: [{id: m, to_agent: app, subject: "[action] x", body: "y"}]',
      ].join('\n'),
      'notes.md': 'no',
      '.hidden.json': 'no',
    });
    assert.deepEqual(await source.snapshot(signal), {
      repos: [{ id: 'r', slug: 'app' }],
      plans: [{ id: 'p', repo_id: 'app', status: 'ready' }],
      tasks: [{ id: 'b', status: 'wait', title: 'B', project: 'app' }, task('d'), task('c')],
      dependencies: [{ id: 'e', from_workplan_id: 'p', to_workplan_id: 'q', relationship_type: 'blocks' }],
      messages: [{ id: 'm', to_agent: 'app', subject: '[action] x', body: 'y' }],
    });
  });

  it('has no tasks where there is no folder, or nothing in its files', async () => {
    assert.deepEqual(await new FileSource('file', path.join(newFolder(), 'gone')).snapshot(signal), empty);
    const { folder, source } = sourceOf({
      'a.json': '{}',
      'b.yaml': '# later\n',
      'c.json': '[]',
      'd.json': '{"$schema": "x"}',
    });
    mkdirSync(path.join(folder, 'folder.json'));
    symlinkSync('nowhere', path.join(folder, 'link.json'));
    assert.deepEqual(await source.snapshot(signal), empty);
  });

  it('reads a file again when it changes, and forgets one that is removed', async () => {
    const { folder, source } = sourceOf({ 'a.json': [task('a')], 'b.json': [task('b')] });
    await source.snapshot(signal);
    writeFileSync(path.join(folder, 'a.json'), JSON.stringify([task('c')]));
    rmSync(path.join(folder, 'b.json'));
    assert.deepEqual(await source.snapshot(signal), { ...empty, tasks: [task('c')] });
  });

  it('C4: is good again as soon as the bad file is', async () => {
    const { folder, source } = sourceOf({ 'a.json': '[' });
    await assert.rejects(source.snapshot(signal));
    writeFileSync(path.join(folder, 'a.json'), JSON.stringify([task('c')]));
    assert.deepEqual(await source.snapshot(signal), { ...empty, tasks: [task('c')] });
  });

  const bad: [what: string, files: Record<string, string | object>, message: string][] = [
    [
      'is not JSON',
      { 'a.json': '[\n1 2]' },
      'a.json: line 2, column 3: this is not JSON (comma expected): correct it here or just before.',
    ],
    [
      'is not YAML',
      { 'a.yml': 'a: [' },
      'a.yml: line 1, column 5: this is not YAML that can be read here (bad indent): correct it here or just before.',
    ],
    ['is empty', { 'a.json': '' }, 'a.json: the file is empty: write {} into it, or delete it.'],
    [
      'lacks a key',
      { 'a.yaml': 'tasks:\n- id: x\n  status: todo\n' },
      'a.yaml: line 2, column 3: tasks[0].title is missing: write a text.',
    ],
    [
      'has a wrong type in a bare list',
      { 'a.json': '[{"id": "x", "status": "todo", "title": "x", "action_classes": "network"}]' },
      'a.json: line 1, column 46: [0].action_classes is a text, but must be a list of words: correct it.',
    ],
    [
      'has a number for an id',
      { 'a.yaml': '- id: 1\n  status: todo\n  title: x' },
      'a.yaml: line 1, column 3: [0].id is a number, but must be a text of 1 to 200 characters without control characters that does not begin with "message/": correct it.',
    ],
    [
      'has a text for its tasks, and more that is wrong',
      { 'a.json': { tasks: 'x', plans: 1 } },
      'a.json: line 1, column 14: plans is a number, but must be a list of plans: correct it. (and 1 more)',
    ],
    [
      'holds no object',
      { 'a.yaml': 'hello' },
      'a.yaml: line 1, column 1: the file is a text, but must be an object {repos, plans, tasks, dependencies, messages} or a list of tasks: correct it.',
    ],
    [
      'names no section',
      { 'a.yaml': 'task: []' },
      'a.yaml: line 1, column 1: "task" says nothing to Signalbox: did you mean tasks?',
    ],
    [
      'gives an id twice',
      { 'a.json': [task('x'), task('y'), task('x')] },
      'a.json: line 1, column 91: [2].id is a text, but must be an id that no other entry has: correct it.',
    ],
    [
      'gives the id of another file',
      {
        'a.json': [task('x')],
        'b.yaml': '# b\n- {id: y, status: todo, title: y}\n- {id: x, status: todo, title: x}',
      },
      'b.yaml: line 3, column 4: tasks[1] has an id that a.json gives too: keep one of them.',
    ],
    [
      'gives an id elsewhere that is the id in another file',
      { 'a.json': [task('x')], 'b.json': [{ ...task('y'), external_id: 'x' }] },
      'b.json: line 1, column 3: tasks[0] has an id that a.json gives too: keep one of them.',
    ],
  ];
  for (const [what, files, message] of bad) {
    it(`C4: a file that ${what} means no snapshot`, async () => assert.equal(await failure(files), message));
  }

  it('C4: a file that is too large, or no text, means no snapshot', async () => {
    const { folder, source } = sourceOf({ 'a.json': '[]' });
    truncateSync(path.join(folder, 'a.json'), 16 * 1024 * 1024 + 1);
    await assert.rejects(source.snapshot(signal), {
      message: 'a.json: it has more than 16 MiB: split it, or remove tasks that are done.',
    });
    writeFileSync(path.join(folder, 'a.json'), Buffer.from([0x22, 0xff, 0x22]));
    await assert.rejects(source.snapshot(signal), { message: 'a.json: it is not UTF-8: save it as UTF-8.' });
  });

  it('C4: a folder that can not be listed means no snapshot', async () => {
    const { folder } = sourceOf({ 'a.json': '[]' });
    await assert.rejects(
      new FileSource('file', path.join(folder, 'a.json')).snapshot(signal),
      /can't be read \(ENOTDIR\): see to its access rights, or remove it\.$/,
    );
  });
});

import assert from 'node:assert/strict';
import { readYaml } from '../../src/files/yamlDocument.ts';

const problemsOf = (text: string) => {
  const document = readYaml(text);
  return document.ok ? [] : document.error.map(({ message }) => message);
};
const refused = (place: string, what: string) => [
  `${place}: this is not YAML that can be read here (${what}): correct it here or just before.`,
];

describe('readYaml', () => {
  it('reads plain data, and says where each part stands', () => {
    const document = readYaml('tasks:\n  - id: one\n    title: no\n  - {id: "2", at: 2024-01-02}\n');
    assert.ok(document.ok);
    assert.deepEqual(document.value.value, {
      tasks: [
        { id: 'one', title: 'no' },
        { id: '2', at: '2024-01-02' },
      ],
    });
    assert.deepEqual(document.value.placeOf(['tasks', 0, 'title']), { line: 3, column: 5 });
    assert.deepEqual(document.value.placeOf(['tasks', 1]), { line: 4, column: 5 });
    assert.deepEqual(document.value.placeOf(['tasks', 1, 'gone']), { line: 4, column: 5 });
  });

  it('reads a file of comments as nothing', () => {
    const document = readYaml('# later\n');
    assert.ok(document.ok);
    assert.equal(document.value.value, null);
    assert.equal(document.value.placeOf(['a']), null);
  });

  it('reads a few aliases', () => {
    const document = readYaml('a: &x [1]\nb: *x\n');
    assert.ok(document.ok);
    assert.deepEqual(document.value.value, { a: [1], b: [1] });
  });

  it('refuses syntax errors at their place', () => {
    assert.deepEqual(problemsOf('a: 1\nb: [1'), refused('line 2, column 6', 'bad indent'));
  });

  it('refuses a key given twice', () => {
    assert.deepEqual(problemsOf('a: 1\na: 2'), refused('line 2, column 1', 'duplicate key'));
  });

  it('refuses tags, which could make more than data', () => {
    assert.deepEqual(problemsOf('a: !!js/function x'), refused('line 1, column 4', 'tag resolve failed'));
    assert.deepEqual(problemsOf('a: !!binary aGk='), refused('line 1, column 4', 'tag resolve failed'));
  });

  it('refuses a second document, which would go unread', () => {
    assert.deepEqual(problemsOf('a: 1\n---\nb: 1\n'), refused('line 2, column 1', 'multiple docs'));
  });

  it('refuses keys that are not text', () => {
    assert.deepEqual(problemsOf('? [a]\n: 1'), refused('line 1, column 3', 'non string key'));
  });

  it('refuses a file that multiplies itself by aliases, and one whose alias names nothing', () => {
    const tenfold = (from: string, to: string) =>
      `${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]\n`;
    const bomb = `a: &a [1]\n${tenfold('a', 'b')}${tenfold('b', 'c')}${tenfold('c', 'd')}`;
    const expected = ['aliases are missing or multiply too far (at most 50): write the values out.'];
    assert.deepEqual(problemsOf(bomb), expected);
    assert.deepEqual(problemsOf('a: *b'), expected);
  });
});

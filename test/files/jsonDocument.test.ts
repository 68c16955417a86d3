import assert from 'node:assert/strict';
import { readJson, readLargeJson } from '../../src/files/jsonDocument.ts';

const problemsOf = (text: string, read = readJson) => {
  const document = read(text);
  return document.ok ? [] : document.error.map(({ path, message }) => `${path} | ${message}`);
};

for (const [name, read] of Object.entries({ readJson, readLargeJson })) {
  describe(name, () => {
    it('reads comments and trailing commas, and says where each part stands', () => {
      const document = read('{\n  // why\n  "a": [1, {"b": 2,}],\n}');
      assert.ok(document.ok);
      assert.deepEqual(document.value.value, { a: [1, { b: 2 }] });
      assert.deepEqual(document.value.placeOf(['a']), { line: 3, column: 3 });
      assert.deepEqual(document.value.placeOf(['a', 1, 'b']), { line: 3, column: 13 });
    });

    it('says of a part that is not there where the part around it stands', () => {
      const document = read('{"a": {"b": 1},\r\n"c": []}');
      assert.ok(document.ok);
      assert.deepEqual(document.value.placeOf(['c', 4, 'x']), { line: 2, column: 1 });
      assert.deepEqual(document.value.placeOf(['x']), { line: 1, column: 1 });
    });

    it('reads a file that begins with a byte order mark', () => {
      const document = read('\uFEFF{"a": "ü"}');
      assert.ok(document.ok);
      assert.deepEqual(document.value.value, { a: 'ü' });
    });

    it('refuses what is not JSON at its place', () => {
      assert.deepEqual(problemsOf('{"a": [1,\n2 3]}', read), [
        'a[1] | line 2, column 3: this is not JSON (comma expected): correct it here or just before.',
      ]);
      assert.deepEqual(problemsOf('{', read), [
        ' | line 1, column 2: this is not JSON (close brace expected): correct it here or just before.',
      ]);
    });

    it('refuses numbers that JSON does not know, and names their key', () => {
      assert.deepEqual(problemsOf('{"a": {"b": -Infinity}}', read), [
        'a.b | line 1, column 13: a.b is -Infinity, a number that JSON does not know: write a finite number.',
      ]);
    });

    it('refuses an empty file, which a crash of an editor leaves behind', () => {
      assert.deepEqual(problemsOf(' \n', read), [' | the file is empty: write {} into it, or delete it.']);
    });

    it('refuses a file that is nothing but brackets', () => {
      assert.deepEqual(problemsOf('['.repeat(300_000), read), [
        ' | values are nested too deep to be read: make them flatter.',
      ]);
    });
  });
}

describe('readJson', () => {
  it('refuses a key given twice at one level, and only there', () => {
    assert.deepEqual(problemsOf('{"a": {"x": 1,\n"x": 2}, "b": {"x": 3}, "a": 1}'), [
      'a.x | line 2, column 1: a.x is given twice: keep one of them.',
      'a | line 2, column 25: a is given twice: keep one of them.',
    ]);
  });

  it('refuses a key that would become a prototype', () => {
    assert.deepEqual(problemsOf('{"__proto__": {"a": 1}}'), [
      "__proto__ | line 1, column 2: __proto__ can't be a key: remove it.",
    ]);
  });
});

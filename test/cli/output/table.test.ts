import assert from 'node:assert/strict';
import { table } from '../../../src/cli/output/table.ts';

const paper = { now: 0, columns: null, isColoured: false };

describe('a table', () => {
  it('lines its columns up by what the letters take on screen', () => {
    const rows = [
      ['a', 'plain'],
      ['日本', 'wide'],
      ['🚂x', 'emoji'],
      ['é', 'combined'],
    ];
    assert.equal(
      table(paper, ['id', 'what'], rows),
      ['ID    WHAT', 'a     plain', '日本  wide', '🚂x   emoji', 'é     combined'].join('\n'),
    );
  });

  it('cuts its widest column to the terminal, and never a letter in two', () => {
    const text = table({ ...paper, columns: 24 }, ['id', 'title'], [['1', '日本語'.repeat(10)]]);
    assert.deepEqual(text.split('\n'), ['ID  TITLE', '1   日本語日本語日本語…']);
  });

  it('cuts nothing where there is no terminal', () => {
    const long = 'x'.repeat(500);
    assert.ok(table(paper, ['title'], [[long]]).includes(long));
  });

  it('keeps the control characters of others from the terminal', () => {
    const text = table(paper, ['title'], [['a\u001b[2Jb\nc\u202ed']]);
    assert.equal(text, 'TITLE\na [2Jb cd');
  });

  it('paints only where it may, and lines up all the same', () => {
    const rows = [
      [{ text: 'ok', ink: 'green' as const }, 'x'],
      [{ text: 'error', ink: 'red' as const }, 'y'],
    ];
    assert.equal(table(paper, ['l', 'n'], rows), 'L      N\nok     x\nerror  y');
    const painted = table({ ...paper, isColoured: true }, ['l', 'n'], rows);
    assert.ok(painted.includes('\u001b[32mok\u001b[39m     x'));
  });
});

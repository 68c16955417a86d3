import assert from 'node:assert/strict';
import { inputLine, plainRow } from '../../../src/transports/tmux/inputLine.ts';

const esc = '\u001b';
/** The cursor stands at the mark `█` in the text; without one it is hidden. */
function look(text: string, prompt: string | null = null): string {
  const lines = text.split('\n');
  const y = lines.findIndex((line) => line.includes('█'));
  const x = y < 0 ? 0 : (lines[y] ?? '').indexOf('█');
  const rows = lines.map((line) => line.replace('█', ''));
  return inputLine({ rows, cursor: { x, y: Math.max(0, y), isVisible: y >= 0 } } as never, prompt).kind;
}

describe('the input line of a pane (architecture, Security)', () => {
  const cases: [about: string, kind: string, text: string, prompt?: string][] = [
    ['a mark and nothing behind it', 'empty', 'done.\n> █'],
    ["a shell's prompt with a folder", 'empty', 'pat@host:~/work$ █'],
    ['a half-typed line of a person', 'text', '> rm -rf█'],
    ['a person who went back in the line', 'text', '> █rm -rf'],
    ['no mark at all', 'unseen', 'working …█'],
    ['a question with a mark behind it', 'unseen', 'Delete all files? > █'],
    ['a permission prompt', 'unseen', 'Allow? [y/N] █'],
    ['yes or no', 'unseen', 'Overwrite (y/n) > █'],
    ['a drawn frame with an empty line', 'empty', '╭────╮\n│ >  │\n╰────╯'],
    ['a drawn frame with a text', 'text', '╭────╮\n│ > fix it │\n╰────╯'],
    ['a drawn list of answers', 'text', 'Allow?\n❯ 1. Yes\n  2. No'],
    ['nothing that looks like an input line', 'unseen', 'Thinking\n* reading'],
    ['a mark of its own', 'empty', 'ask me: █', 'ask me:'],
    ['a mark of its own and a text', 'text', 'ask me: hello█', 'ask me:'],
    ['the usual mark where another is configured', 'text', '> █', 'ask me:'],
    ['a mark of its own in a drawn frame', 'empty', '│ ask me:   │', 'ask me:'],
  ];
  for (const [about, kind, text, prompt] of cases) {
    it(`${about}: ${kind}`, () => {
      assert.equal(look(text, prompt ?? null), kind);
    });
  }

  it('says what stands in it, where that is one row and the cursor is behind it', () => {
    const at = (row: string, x: number) =>
      inputLine({ rows: [row], cursor: { x, y: 0, isVisible: true } } as never, null).text;
    assert.equal(at('> signalbox prompt --lease a', 28), 'signalbox prompt --lease a');
    assert.equal(at('> signalbox prompt --lease a', 5), '');
    assert.equal(at('> ', 2), '');
  });

  it('faint text is an example of what could be typed, colours are not', () => {
    assert.equal(plainRow(`> ${esc}[2mTry "fix it"${esc}[0m`), `> ${' '.repeat(12)}`);
    assert.equal(plainRow(`${esc}[38;2;10;2;3m> hello${esc}[0m`), '> hello');
    assert.equal(look(`> █${esc}[2mTry this${esc}[0m`), 'empty');
  });
});

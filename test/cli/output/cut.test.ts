import assert from 'node:assert/strict';
import { cut } from '../../../src/cli/output/cut.ts';
import { paint } from '../../../src/cli/output/paper.ts';

describe('a line that is cut', () => {
  const bold = (text: string) => paint({ now: 0, columns: null, isColoured: true }, 'bold', text);

  it('stays as it is where it fits', () => {
    assert.equal(cut('Fix parser', 10), 'Fix parser');
    assert.equal(cut(bold('Fix parser'), 10), bold('Fix parser'));
  });

  it('ends with … where something is missing, and is never wider, whatever the letters are', () => {
    assert.equal(cut('Fix parser', 9), 'Fix pars…');
    assert.equal(cut('鉄道信号', 6), '鉄道…');
    assert.equal(cut('鉄道信号', 5), '鉄道…');
    assert.equal(cut('👩‍🚒 fire', 4), '👩‍🚒 …');
  });

  it('switches off every colour that it switched on', () => {
    assert.equal(cut(`${bold('Running')} and more`, 5), bold('Runn…'));
    assert.equal(cut(`a ${bold('Running')} b ${bold('c')}`, 4), `a ${bold('R…')}\u001b[1m\u001b[22m`);
  });
});

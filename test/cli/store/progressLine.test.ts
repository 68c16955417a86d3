import assert from 'node:assert/strict';
import { ProgressLine } from '../../../src/cli/store/progressLine.ts';

describe('the line of progress', () => {
  function line(isErrorTerminal: boolean) {
    let time = 0;
    let said = '';
    const world = { now: () => time, err: (text: string) => void (said += text), isErrorTerminal };
    const progress = new ProgressLine(world, 'Verifying');
    return {
      at: (ms: number, done: number) => {
        time = ms;
        progress.step(done, 200);
      },
      end: () => progress.end(),
      said: () => said,
    };
  }

  it('on a terminal changes with each percent, and leaves nothing behind', () => {
    const { at, end, said } = line(true);
    at(200, 10);
    assert.equal(said(), '');
    at(400, 20);
    at(500, 21);
    at(600, 22);
    end();
    assert.equal(said(), '\r\u001b[KVerifying: 10 %\r\u001b[KVerifying: 11 %\r\u001b[K');
  });

  it('elsewhere is a line every ten percent of what takes long', () => {
    const { at, end, said } = line(false);
    at(9_000, 50);
    at(11_000, 60);
    at(12_000, 70);
    at(13_000, 80);
    at(14_000, 200);
    end();
    assert.equal(said(), 'Verifying: 30 %\nVerifying: 40 %\nVerifying: 100 %\n');
  });

  it('work that is soon done needs none', () => {
    for (const isTerminal of [true, false]) {
      const { at, end, said } = line(isTerminal);
      at(100, 200);
      end();
      assert.equal(said(), '');
    }
  });
});

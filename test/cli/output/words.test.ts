import assert from 'node:assert/strict';
import { manyLines, oneLine } from '../../../src/cli/output/cleanText.ts';
import { paint } from '../../../src/cli/output/paper.ts';
import { idsMeant, shortId } from '../../../src/protocol/shortIds.ts';
import { localTime, shortTime, spanText, timeText } from '../../../src/protocol/times.ts';

describe('times', () => {
  const now = new Date(2026, 0, 31, 14, 32).getTime();
  const minute = 60_000;

  it('are told by their distance and the local clock', () => {
    assert.equal(timeText(now + 9 * minute, now), 'in 9 min (14:41)');
    assert.equal(timeText(now - 12 * minute, now), '12 min ago (14:20)');
    assert.equal(shortTime(now, now), '0 s ago');
    assert.deepEqual([timeText(null, now), shortTime(null, now)], ['-', '-']);
  });

  it('of another day have their date', () => {
    assert.equal(localTime(now - 24 * 60 * minute, now), '2026-01-30 14:32');
  });

  it('are given in the greatest whole unit', () => {
    const hour = 60 * minute;
    const spans = [-5, 59_999, minute, 59 * minute, hour, 47 * hour, 48 * hour];
    assert.deepEqual(spans.map(spanText), ['0 s', '59 s', '1 min', '59 min', '1 h', '47 h', '2 d']);
  });
});

describe('ids', () => {
  const one = '01a22d22-1be1-7ce4-a90e-33cef2ebb4b6';
  const like = '01a22d22-1be1-7ce4-a90e-44aaf2ebb4b6';
  const other = '01a22d22-9999-7ce4-b00e-aaaabbbbcccc';

  it('are shown by as much of their end as tells them apart', () => {
    assert.equal(shortId(one), 'f2ebb4b6');
    assert.equal(shortId(one, [one, other]), 'f2ebb4b6');
    assert.equal(shortId(one, [one, like]), '33cef2ebb4b6');
    assert.equal(shortId('file/1'), 'file/1');
  });

  it('are meant by their end, else by their beginning, of at least 4 characters', () => {
    const ids = [one, like, other];
    assert.deepEqual(idsMeant('cccc', ids), [other]);
    assert.deepEqual(idsMeant('CCCC', ids), [other]);
    assert.deepEqual(idsMeant('01a22d22-9', ids), [other]);
    assert.deepEqual(idsMeant('b4b6', ids), [one, like]);
    assert.deepEqual(idsMeant(one, ids), [one]);
    assert.deepEqual([idsMeant('ccc', ids), idsMeant('dddd', ids)], [[], []]);
  });
});

describe('what others wrote', () => {
  it('can not move the cursor or turn the line around', () => {
    assert.equal(oneLine('a\u001b[31m\r\nb\u0007\u2066c\u2028d'), 'a [31m b c d');
  });

  it('keeps its lines where there may be several', () => {
    assert.equal(manyLines('a\r\n\tb\u001b'), 'a\n  b ');
  });

  it('has no colour unless the terminal has', () => {
    assert.equal(paint({ now: 0, columns: 80, isColoured: false }, 'red', 'a'), 'a');
    assert.equal(paint({ now: 0, columns: 80, isColoured: true }, 'red', 'a'), '\u001b[31ma\u001b[39m');
  });
});

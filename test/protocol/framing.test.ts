import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeLine, type Frame, LineDecoder, MAX_MESSAGE_BYTES } from '../../src/protocol/framing.ts';

const LIMIT = 64;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const lineOf = (text: string): Frame => ({ kind: 'line', text });

/** Pushes the bytes in pieces of the given sizes, then the rest; checks the bound on what is held after each. */
function decode(bytes: Uint8Array, sizes: readonly number[], limit = LIMIT): Frame[] {
  const decoder = new LineDecoder(limit);
  const frames: Frame[] = [];
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    frames.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
    assert.ok(decoder.pendingBytes <= limit, `${decoder.pendingBytes} bytes are held`);
  }
  return frames;
}

const whole = (lines: readonly string[]): Frame[] =>
  lines
    .filter((line) => line.trim() !== '')
    .map((line) => (bytesOf(line).length > LIMIT ? { kind: 'too_large' } : lineOf(line)));

const lines = fc.array(
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\n', ' ')),
);
const sizes = fc.array(fc.integer({ min: 0, max: 40 }));

describe('framing', () => {
  it('however the bytes are cut, the same lines come out, and no more than the limit is held', () => {
    fc.assert(
      fc.property(lines, sizes, (texts, cuts) => {
        const bytes = bytesOf(texts.map((text) => `${text}\n`).join(''));
        assert.deepEqual(decode(bytes, cuts), whole(texts));
      }),
      { numRuns: 500 },
    );
  });

  it('any bytes at all, cut anyhow, yield frames and no fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), sizes, (bytes, cuts) => {
        assert.deepEqual(decode(bytes, cuts), decode(bytes, []));
      }),
      { numRuns: 500 },
    );
  });

  it('a line of exactly the limit passes, one byte more is too large, and the next line is read', () => {
    const fits = 'x'.repeat(LIMIT);
    const sent = bytesOf(`${fits}\n${fits}y\nafter\n`);
    const wanted: Frame[] = [lineOf(fits), { kind: 'too_large' }, lineOf('after')];
    for (const cuts of [[], [1], [LIMIT], [LIMIT + 1], Array.from(sent, () => 1)]) {
      assert.deepEqual(decode(sent, cuts), wanted);
    }
  });

  it('a line without end is said to be too large once, as soon as it is', () => {
    const decoder = new LineDecoder(LIMIT);
    const piece = bytesOf('x'.repeat(LIMIT));
    assert.deepEqual(decoder.push(piece), []);
    assert.deepEqual(decoder.push(piece), [{ kind: 'too_large' }]);
    for (let count = 0; count < 1_000; count += 1) assert.deepEqual(decoder.push(piece), []);
    assert.equal(decoder.pendingBytes, 0);
    assert.deepEqual(decoder.push(bytesOf('\nafter\n')), [lineOf('after')]);
  });

  it('bytes that are not UTF-8 are said to be so, and the next line is read', () => {
    const sent = Uint8Array.from([0xc3, 0x28, 0x0a, 0x61, 0x0a]);
    assert.deepEqual(decode(sent, []), [{ kind: 'not_utf8' }, lineOf('a')]);
  });

  it('blank lines and the line ends of Windows are no messages', () => {
    assert.deepEqual(decode(bytesOf('\n  \r\n{}\r\n'), []), [lineOf('{}\r')]);
  });

  it('a text with newlines in it is one line', () => {
    const line = encodeLine({ text: 'a\nb\r\n\u2028c' });
    assert.equal(line.indexOf('\n'), line.length - 1);
    assert.deepEqual(decode(bytesOf(line), [], MAX_MESSAGE_BYTES), [lineOf(line.slice(0, -1))]);
  });
});

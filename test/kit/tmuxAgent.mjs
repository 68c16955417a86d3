// A terminal agent as the tests need one: an input line, a permission prompt that takes any key, and a note of every key
// that it reads with what it was asking for. `--drawn`: it hides the cursor and draws a frame, as terminal interfaces do.
import { appendFileSync } from 'node:fs';

const [notes, ...flags] = process.argv.slice(2);
const isDrawn = flags.includes('--drawn');
let mode = 'idle';
let line = '';

function show() {
  if (!isDrawn)
    return void process.stdout.write(mode === 'idle' ? `\r\u001b[K> ${line}` : '\r\n\r\nAllow? [y/N] ');
  const shown = line === '' ? '\u001b[2mTry "fix it"\u001b[0m' : line;
  const box = mode === 'idle' ? `╭────╮\r\n│ > ${shown} │\r\n╰────╯` : 'Allow?\r\n❯ 1. Yes\r\n  2. No';
  process.stdout.write(`\u001b[H\u001b[2J\u001b[?25l${box}\r\n`);
}

process.stdin.setRawMode(true);
process.stdin.on('data', (piece) => {
  const keys = piece.toString();
  appendFileSync(notes, `${JSON.stringify({ mode, keys })}\n`);
  if (mode === 'permission') return;
  for (const key of keys) {
    if (key === '\r') line = '';
    else line += key;
    if (key === '\r' && !isDrawn) process.stdout.write('\r\n');
  }
  show();
});
process.on('SIGUSR2', () => {
  mode = 'permission';
  show();
});
show();

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { shells } from '../../kit/shells.ts';

/** How each shell is started without a person's own files, to run a text. */
const flags: Readonly<Record<string, readonly string[]>> = {
  bash: ['--norc', '-c'],
  dash: ['-c'],
  zsh: ['-f', '-c'],
  fish: ['-N', '-c'],
};

/** Names of folders that shells, JSON and sockets stumble over. */
const names: Readonly<Record<string, string>> = {
  'blanks, quotes and an emoji': `it's "odd" $HOME \`x\` * 🚂`,
  'a newline': 'two\nlines',
  'a leading dash': '-rf',
  '300 bytes in two folders': path.join('a'.repeat(150), 'é'.repeat(75)),
};

/** Words that every one of the shells reads alike. */
const life = [
  'cd inner',
  'signalbox task add "Fix it"',
  'signalbox next --session s --worker w',
  'signalbox renew --session s',
  'signalbox complete --session s',
].join(' && ');

describe('a lease in every shell and in every folder', function () {
  this.timeout(60_000);
  const { folder, start, signalbox } = shells();

  for (const [what, name] of Object.entries(names)) {
    it(`is taken, renewed and completed where the path holds ${what}`, async () => {
      const home = path.dirname(folder());
      const root = path.join(home, name);
      // A socket's path has to be short, whatever the workspace is called; fish reads paths by the locale.
      const usual = { HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' };
      mkdirSync(path.join(root, 'inner'), { recursive: true });
      const made = await signalbox(root, ['init'], usual).end();
      assert.deepEqual([made.code, made.err], [0, []]);
      await signalbox(root, ['serve'], usual).says(/Signalbox serves [^]*Ctrl-C stops it/);
      let task = 0;
      for (const [shell, options] of Object.entries(flags)) {
        for (const env of [{}, { SIGNALBOX_ROOT: root }, { SIGNALBOX_ROOT: '/nowhere' }]) {
          task += 1;
          const { code, out, err } = await start(root, shell, [...options, life], { ...usual, ...env }).end();
          assert.deepEqual({ shell, code, err }, { shell, code: 0, err: [] });
          assert.match(out, new RegExp(`^workspace/${task} todo: "Fix it"\n`));
          assert.match(out, /\nLease \w{8} lasts until .*\n/);
          assert.match(out, new RegExp(`completed: workspace/${task} "Fix it"\n$`));
        }
      }
    });
  }
});

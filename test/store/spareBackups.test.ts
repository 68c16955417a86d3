import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { backupName } from '../../src/store/sqlite/backupFiles.ts';
import { spareBackups } from '../../src/store/sqlite/spareBackups.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 6, 30, 12);
const made = (at: number, last = 7): string => backupName(at, last, '0a1b');
const each = (count: number, stepMs: number, from = now): string[] =>
  Array.from({ length: count }, (_, index) => made(from - index * stepMs));

/** Names in a folder, and those of them that may go. */
const cases: readonly (readonly [what: string, names: readonly string[], spare: readonly string[]])[] = [
  ['none', [], []],
  ['ten of one hour', each(10, 60_000), []],
  ['of twelve of one hour the two oldest', each(12, 60_000), each(12, 60_000).slice(10)],
  ['one of each of the last 14 days stays', each(14, day), []],
  ['one that is 14 days old goes, if ten are younger', each(15, day), [made(now - 14 * day)]],
  ['ten stay, however old', each(10, day, now - 100 * day), []],
  [
    'of a day before the newest ten its newest stays',
    [...each(10, 60_000), made(now - day), made(now - day - hour), made(now - 2 * day)],
    [made(now - day - hour)],
  ],
  [
    'the day is that of UTC',
    [
      ...each(10, 60_000),
      made(Date.UTC(2026, 6, 29, 0, 0, 0)),
      made(Date.UTC(2026, 6, 28, 23, 59, 59)),
      made(Date.UTC(2026, 6, 28, 23, 59, 58)),
    ],
    [made(Date.UTC(2026, 6, 28, 23, 59, 58))],
  ],
  ['a clock that was set back: those of the future stay', each(12, day, now + 12 * day), []],
  [
    'names of a person stay, and what only looks like a backup',
    [
      ...each(10, 60_000),
      'before-the-change.db',
      'backup.db',
      'backup-20200101T000000Z-7-0a1b.db.bak',
      'my-backup-20200101T000000Z-7-0a1b.db',
      'backup-20209901T000000Z-7-0a1b.db',
      'backup-20200101T000000Z-7-copy.db',
    ],
    [],
  ],
  [
    'unfinished ones go when they are a day old, and count for nothing',
    [...each(10, day), `${made(now - hour)}.tmp`, `${made(now - day)}.tmp`],
    [`${made(now - day)}.tmp`],
  ],
];

describe('S3: which backups may go', () => {
  for (const [what, names, spare] of cases) {
    it(what, () => {
      assert.deepEqual(spareBackups(names, now).sort(), [...spare].sort());
      assert.deepEqual(spareBackups([...names].reverse(), now).sort(), [...spare].sort());
    });
  }
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import { exploreThree, type Mutation } from '../kit/explore.ts';
import {
  withoutCommitSync,
  withoutExclusiveCreate,
  withoutFolderSync,
  withoutLook,
} from '../kit/mutations.ts';
import { loadSql } from '../kit/testStore.ts';
import { picker } from '../kit/picker.ts';
import { crashScale } from './kit/crashScale.ts';

describe('S4: writers on a file system that loses what was not synced', function () {
  const { seed, losses } = crashScale();
  this.timeout(60_000 + losses * 500);
  let sql: SqlJsStatic;
  before(async () => {
    sql = await loadSql();
  });

  it(`in ${losses} runs of three writers that pause at any step, power losses cost nothing that was acknowledged (seed ${seed})`, () => {
    const pick = picker(seed);
    for (let run = 0; run < losses; run += 1) exploreThree(sql, pick);
  });

  // A search that finds nothing here either would prove nothing.
  const cut: [string, Mutation][] = [
    ['the look', withoutLook],
    ['the sync of a record', withoutCommitSync],
    ['the sync of the folder', withoutFolderSync],
    ['exclusive creation', withoutExclusiveCreate],
  ];
  for (const [what, mutation] of cut) {
    it(`without ${what} the same runs do harm`, () => {
      const pick = picker(seed);
      assert.throws(() => {
        for (let run = 0; run < losses; run += 1) exploreThree(sql, pick, mutation);
      });
    });
  }
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import {
  explorePause,
  explorePowerLoss,
  goesOn,
  type Meanwhile,
  type Mutation,
  shortLife,
  unchanged,
  wholeLife,
} from '../kit/explore.ts';
import {
  withoutCommitSync,
  withoutExclusiveCreate,
  withoutFolderSync,
  withoutListing,
  withoutLook,
  withoutPreambleSync,
  withoutSnapshotFolderSync,
  withoutSnapshotSync,
  withReadBeforeCreate,
} from '../kit/mutations.ts';
import { loadSql } from '../kit/testStore.ts';

describe('store rules at every file call', function () {
  this.timeout(60_000);
  let sql: SqlJsStatic;
  before(async () => {
    sql = await loadSql();
  });

  it('S4: a power loss at any point loses nothing that was acknowledged', () => {
    assert.ok(explorePowerLoss(sql, unchanged, [1, 2, 3]) > 100);
  });

  const meanwhiles: [string, Meanwhile][] = [
    ['while another writer takes over, snapshots and deletes', wholeLife],
    ['while another writer takes over and stays in its term', shortLife],
    ['while the writer before it goes on', goesOn],
  ];
  for (const [what, meanwhile] of meanwhiles) {
    it(`S4: a writer paused at any point ${what} splits no history`, () => {
      assert.ok(explorePause(sql, unchanged, [null, 1, 2], meanwhile) > 100);
    });
  }

  // Each safeguard is taken away in turn: a run that still finds nothing would prove nothing.
  const cut: [string, Mutation][] = [
    ['D1: without the folder sync', withoutFolderSync],
    ['D2: without the sync of the preamble', withoutPreambleSync],
    ['D3: without the sync of a record', withoutCommitSync],
    ['D4: without the folder sync between snapshot and header', withoutSnapshotFolderSync],
    ['D5: without the sync of a snapshot', withoutSnapshotSync],
  ];
  for (const [what, mutation] of cut) {
    it(`${what}, a power loss is found to do harm`, () => {
      assert.throws(() => explorePowerLoss(sql, mutation, [1, 2, 3]));
    });
  }

  const paused: [string, Mutation, Meanwhile][] = [
    ['C1: without the look', withoutLook, shortLife],
    ['C1: without the listing of the look', withoutListing, shortLife],
    ['E1: without exclusive creation', withoutExclusiveCreate, shortLife],
    ['E2: when it reads before it creates', withReadBeforeCreate, goesOn],
  ];
  for (const [what, mutation, meanwhile] of paused) {
    it(`${what}, a paused writer is found to do harm`, () => {
      assert.throws(() => explorePause(sql, mutation, [null, 1], meanwhile));
    });
  }
});

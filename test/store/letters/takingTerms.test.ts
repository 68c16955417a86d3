import assert from 'node:assert/strict';
import { before as beforeAll, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import { nodeFiles } from '../../../src/store/sqlite/nodeFiles.ts';
import { storeLayout } from '../../../src/store/sqlite/storeLayout.ts';
import { PowerLoss, type Step, unchanged, World } from '../../kit/explore.ts';
import { before, keepOnly } from '../../kit/hooks.ts';
import { recordingFiles } from '../../kit/recordingFiles.ts';
import { RuleWriter } from '../../kit/ruleWriter.ts';
import { temporaryFolders } from '../../kit/temporaryFolders.ts';
import { loadSql } from '../../kit/testStore.ts';

const { state } = storeLayout('/root');
const open: Step = (writer) => void writer.open();
const commit: Step = (writer) => writer.commit();
const commits = (count: number): Step[] => Array.from({ length: count }, () => commit);
const powerFails = () => {
  throw new PowerLoss();
};

describe('letters of store.md: taking a term', () => {
  const folder = temporaryFolders();
  let sql: SqlJsStatic;
  let world: World;
  beforeAll(async () => {
    sql = await loadSql();
  });
  beforeEach(() => {
    world = new World(sql, unchanged);
  });

  it('store.md A: two unsynced `ready` lines above a late deleter cost nothing when the power fails', () => {
    world.run(world.writer('first'), [open, commit]);
    const second = world.writer('second');
    world.run(second, [open, commit]);
    world.run(world.writer('third', before('sync', 'journal-3', powerFails)), [open]);
    world.run(world.writer('fourth', before('sync', 'journal-4', powerFails)), [open]);
    second.deleteOlder();
    world.files.powerLoss(keepOnly('removed'));
    world.check();
  });

  it('store.md C1: a writer that was taken over from acknowledges nothing more', () => {
    const first = world.writer('first');
    world.run(first, [open, commit]);
    world.run(world.writer('second'), [open, commit]);
    world.run(first, [commit]);
    assert.equal(first.acknowledged.length, 1);
    world.check();
  });

  it('store.md D1: the names of the journal and of the folders above it are durable before the first answer', () => {
    world.run(world.writer('first'), [open, commit]);
    world.files.powerLoss(keepOnly());
    world.check();
  });

  it('store.md D2: what a new term took over is durable before anything older is deleted', () => {
    world.run(world.writer('first'), [open, commit]);
    world.run(world.writer('second'), [open, (writer) => writer.deleteOlder()]);
    world.files.powerLoss(keepOnly('removed'));
    world.check();
  });

  it('store.md D3: a record is durable before it is acknowledged', () => {
    world.run(world.writer('first'), [open, commit]);
    world.files.powerLoss(keepOnly('created', 'removed', 'replaced'));
    world.check();
  });

  /**
   * The listing of a paused writer's look is read in two halves: the first before journal-3 comes, the second after its
   * writer has deleted what is older, as far as `deletes` lets it.
   */
  function lookInHalves(deletes: number): void {
    const files = recordingFiles(world.files.actor());
    const middle = world.writer('middle');
    let unlinks = 0;
    const last = world.writer('last', (call, path) => {
      if (call === 'unlink' && path.includes('journal-') && ++unlinks > deletes) powerFails();
    });
    let isHalved = false;
    const list = (path: string) => {
      if (!isHalved) return files.list(path);
      isHalved = false;
      world.run(last, [open, (writer) => writer.deleteOlder()]);
      return files.list(path).filter((name) => name !== 'journal-3');
    };
    const slow = world.writerOver('slow', { ...files, list });
    world.run(slow, [open, commit]);
    files.beforeNext('write journal-1', () => {
      world.run(middle, [open, commit]);
      isHalved = true;
    });
    world.run(slow, [commit]);
    assert.equal(slow.acknowledged.length, 1);
    world.check();
  }

  it('store.md E: a listing in two halves while terms come and go hides no take-over', () => {
    lookInHalves(Infinity);
  });

  it('store.md E: nor does one while the deleter of older terms is half way', () => {
    lookInHalves(1);
  });

  it('store.md E1: a number that another has just taken is not taken again, on real files', () => {
    const root = folder();
    const other = new RuleWriter(nodeFiles, sql, 'other', root);
    const files = recordingFiles(nodeFiles);
    files.beforeNext('create journal-1', () => {
      other.open();
      other.commit();
    });
    const slow = new RuleWriter(files, sql, 'slow', root);
    assert.ok(slow.open());
    assert.equal(slow.journal?.term, 2);
    assert.deepEqual(slow.contents.events, other.acknowledged);
    for (const writer of [slow, other]) writer.journal?.close();
  });

  it('store.md E2: what is acknowledged until the own journal exists is read', () => {
    const first = world.writer('first');
    world.run(first, [open, commit]);
    world.run(
      world.writer(
        'second',
        before('create', 'journal-2', () => world.run(first, [commit])),
      ),
      [open],
    );
    assert.equal(first.acknowledged.length, 2);
    world.check();
  });

  it('store.md E3: a journal whose `ready` is not there is not adopted', () => {
    world.run(world.writer('first'), [open, ...commits(105)]);
    world.run(world.writer('second', before('sync', 'journal-2', powerFails)), [open]);
    const kept = world.files.data(`${state}/journal-2`).length - 600;
    world.files.powerLoss(({ what, offset }) => what !== 'bytes' || offset < kept);
    world.check();
  });

  it('store.md E4: a journal with a hole before its `ready` is not adopted', () => {
    world.run(world.writer('first'), [open, ...commits(250)]);
    world.run(world.writer('second', before('sync', 'journal-2', powerFails)), [open]);
    const middle = Math.floor(world.files.data(`${state}/journal-2`).length / 2);
    world.files.powerLoss(({ what, offset }) => what !== 'bytes' || Math.abs(offset - middle) > 64);
    world.check();
  });

  it('store.md F5: a journal that vanishes under an opener that was replaced is no failure', () => {
    world.run(world.writer('first'), [open, commit]);
    const takeOver = () => world.run(world.writer('other'), [open, commit, (writer) => writer.deleteOlder()]);
    const slow = world.writer('slow', before('read', 'journal-1', takeOver));
    assert.equal(slow.open(), false);
    world.check();
  });

  for (const older of [true, false]) {
    it(`store.md F5: a journal that vanishes by another hand is ${older ? 'not followed by a lower one' : 'not an empty store'}`, () => {
      if (older) world.run(world.writer('before'), [open, commit]);
      world.run(world.writer('first'), [open, commit]);
      const name = older ? 'journal-2' : 'journal-1';
      const remove = () => world.files.actor().unlink(`${state}/${name}`);
      const slow = world.writer('slow', before('read', name, remove));
      assert.throws(() => slow.open(), {
        kind: 'damaged',
        message: new RegExp(`${name}.*signalbox restore`),
      });
    });
  }

  it('store.md F5: snapshots without any journal are not an empty store', () => {
    world.run(world.writer('first'), [open, commit, (writer) => writer.rotate(writer.snapshot())]);
    for (const path of world.files.paths())
      if (/\/(journal|writer)-/.test(path)) world.files.actor().unlink(path);
    assert.throws(() => world.writer('next').open(), { kind: 'damaged' });
  });
});

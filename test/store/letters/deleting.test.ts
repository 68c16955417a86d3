import assert from 'node:assert/strict';
import { before as beforeAll, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import { startJournal } from '../../../src/store/sqlite/journal.ts';
import { storeLayout } from '../../../src/store/sqlite/storeLayout.ts';
import { takeTerm } from '../../../src/store/sqlite/takeTerm.ts';
import { PowerLoss, type Step, unchanged, World } from '../../kit/explore.ts';
import { before, keepOnly, laterHook } from '../../kit/hooks.ts';
import { loadSql } from '../../kit/testStore.ts';

const layout = storeLayout('/root');
const open: Step = (writer) => void writer.open();
const commit: Step = (writer) => writer.commit();
const clean: Step = (writer) => writer.deleteOlder();
const rotate: Step = (writer) => writer.rotate(writer.snapshot());
const powerFails = () => {
  throw new PowerLoss();
};

describe('letters of store.md: deleting, and snapshots', () => {
  let sql: SqlJsStatic;
  let world: World;
  beforeAll(async () => {
    sql = await loadSql();
  });
  beforeEach(() => {
    world = new World(sql, unchanged);
  });

  it('store.md B: a deleter paused between its listing and an unlink leaves a snapshot that is named meanwhile', () => {
    const later = laterHook();
    const second = world.writer('second', later.hook);
    const third = world.writer('third');
    world.run(world.writer('first'), [open, commit]);
    world.run(second, [open, commit]);
    world.run(third, [open, commit]);
    const renamed = third.snapshot();
    later.set(before('unlink', '', () => third.rotate(renamed)));
    second.deleteOlder();
    assert.ok(third.journal);
    world.check();
  });

  it('store.md C: a late thread that renames a snapshot of the same term and position leaves the one that is named', () => {
    const other = world.writer('other');
    const anew = () => {
      world.files.removeAll(layout.home);
      world.run(other, [open, commit, commit, rotate]);
    };
    const first = world.writer('first', before('create', 'snapshot-1-2', anew));
    world.run(first, [open, commit, commit, (writer) => void writer.snapshot()]);
    assert.equal(other.journal?.snapshot?.position, 2);
    world.check([other]);
  });

  it('store.md D: a rotation whose next number was taken is replaced, not given a higher one', () => {
    const first = world.writer('first');
    world.run(first, [open, commit]);
    const snapshot = first.snapshot();
    world.run(world.writer('second'), [open, commit]);
    world.run(first, [(writer) => writer.rotate(snapshot), commit]);
    assert.equal(first.acknowledged.length, 1);
    world.check();
  });

  it('store.md D4: the name of a snapshot is durable before a header names it', () => {
    const later = laterHook();
    const first = world.writer('first', later.hook);
    world.run(first, [open, commit]);
    const snapshot = first.snapshot();
    later.set(before('syncFolder', 'state', powerFails));
    world.run(first, [(writer) => writer.rotate(snapshot)]);
    world.files.powerLoss(({ what, path }) => what === 'created' && path.endsWith('journal-2'));
    world.check();
  });

  it('store.md D5: the bytes of a snapshot are durable before it has its name', () => {
    world.run(world.writer('first'), [open, commit, rotate, clean]);
    world.files.powerLoss(keepOnly('removed'));
    world.check();
  });

  it('store.md F1: who has not passed a look deletes nothing that another still reads', () => {
    world.run(world.writer('first'), [open, commit]);
    const files = world.files.actor();
    const taken = takeTerm(files, layout);
    assert.ok(taken);
    const goesOn = () => {
      const journal = startJournal(files, taken.own, taken.contents, 'ee');
      assert.equal(journal.look(), false);
      journal.deleteOlder();
    };
    const third = world.writer('third', before('read', 'journal-1', goesOn));
    assert.ok(third.open());
    world.check();
  });

  it('store.md F2: nothing is deleted before the name of the new journal is durable', () => {
    world.run(world.writer('first'), [open, commit]);
    world.run(world.writer('second', before('syncFolder', 'state', powerFails)), [open, clean]);
    world.files.powerLoss(keepOnly('removed'));
    world.check();
  });

  it('store.md F3: nothing is deleted before the bytes of the new journal are durable', () => {
    world.run(world.writer('first'), [open, commit]);
    world.run(world.writer('second', before('sync', 'journal-2', powerFails)), [open, clean]);
    world.files.powerLoss(keepOnly('created', 'removed'));
    world.check();
  });

  it('store.md F4: a snapshot of the own builder that is not named yet stays', () => {
    const first = world.writer('first');
    world.run(first, [open, commit]);
    const renamed = first.snapshot();
    world.run(first, [clean, (writer) => writer.rotate(renamed), commit]);
    world.check();
  });

  it('store.md F4: a snapshot of a later builder that is not named yet stays', () => {
    const first = world.writer('first');
    const second = world.writer('second');
    world.run(first, [open, commit]);
    world.run(second, [open, commit]);
    const renamed = second.snapshot();
    first.deleteOlder();
    world.run(second, [(writer) => writer.rotate(renamed), commit]);
    world.check();
  });

  it('store.md F4: the snapshot that the own header names stays, whoever built it', () => {
    world.run(world.writer('first'), [open, commit, rotate, commit]);
    world.run(world.writer('second'), [open, clean, commit]);
    world.check();
  });

  it('store.md G2: a snapshot that another thread has half written is in nobody else’s way', () => {
    const second = world.writer('second');
    const takeOver = () => world.run(second, [open, commit, rotate, commit]);
    const first = world.writer('first', before('rename', 'snapshot-', takeOver));
    world.run(first, [open, commit, rotate]);
    assert.equal(second.acknowledged.length, 2);
    world.check();
  });

  it('store.md G2: nor is one that a crash left half written', () => {
    const first = world.writer('first', before('sync', 'snapshot-', powerFails));
    world.run(first, [open, commit, rotate]);
    const second = world.writer('second');
    world.run(second, [open, rotate, commit]);
    assert.equal(second.acknowledged.length, 1);
    world.check();
  });

  /** The folder goes, and another store begins in its place, before the writer of the old one goes on. */
  function begunAnew(terms: number) {
    const first = world.writer('first');
    world.run(first, [open, commit]);
    for (let term = 1; term < terms; term += 1) world.run(first, [rotate, commit]);
    const snapshot = first.snapshot();
    world.files.removeAll(layout.home);
    const other = world.writer('other');
    world.run(other, [open, commit]);
    assert.equal(other.journal?.term, 1);
    return { first, snapshot, other };
  }

  it('store.md R1: a writer whose folder was removed acknowledges nothing more', () => {
    const first = world.writer('first');
    world.run(first, [open, commit]);
    world.files.removeAll(layout.state);
    world.files.actor().makeFolder(layout.state, 0o700);
    world.run(first, [commit]);
    assert.equal(first.acknowledged.length, 1);
  });

  it('store.md R2: a writer whose number was taken anew acknowledges nothing more', () => {
    const { first, other } = begunAnew(1);
    world.run(first, [commit]);
    assert.equal(first.acknowledged.length, 1);
    world.check([other]);
  });

  it('store.md R2: a rotation whose own number was taken anew does not go on in the new store', () => {
    const { first, snapshot, other } = begunAnew(1);
    const before = first.acknowledged.length;
    world.run(first, [(writer) => writer.rotate(snapshot), commit]);
    assert.equal(first.acknowledged.length, before);
    world.check([other]);
  });

  it('store.md R2: a late deleter of the old store deletes nothing of the new one', () => {
    const { first, other } = begunAnew(3);
    first.deleteOlder();
    world.check([other]);
  });
});

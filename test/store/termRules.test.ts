import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import { chooseJournal } from '../../src/store/sqlite/chooseJournal.ts';
import type { StoreFiles } from '../../src/store/sqlite/storeFiles.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { recordingFiles } from '../kit/recordingFiles.ts';
import { RuleWriter } from '../kit/ruleWriter.ts';
import { SimFiles } from '../kit/simFiles.ts';
import { loadSql } from '../kit/testStore.ts';

const layout = storeLayout('/root');
const inState = (name: string) => `${layout.state}/${name}`;

describe('store rules of terms', () => {
  let sql: SqlJsStatic;
  let sim: SimFiles;
  before(async () => {
    sql = await loadSql();
  });
  beforeEach(() => {
    sim = new SimFiles('/root');
  });

  const writer = (name: string, files: StoreFiles = sim.actor()) => new RuleWriter(files, sql, name);

  it('E2: rule 1: the own journal is created before anything is read', () => {
    writer('first').open();
    const files = recordingFiles(sim.actor());
    assert.ok(writer('second', files).open());
    const created = files.calls.indexOf('create journal-2');
    const read = files.calls.indexOf('read journal-1');
    assert.ok(created >= 0 && read > created, files.calls.join(', '));
    assert.equal(files.calls[created + 1], 'list state');
  });

  it('rule 1: a number that is taken meanwhile is followed by the next one', () => {
    const files = recordingFiles(sim.actor());
    files.beforeNext('create journal-1', () => sim.put(inState('journal-1'), new Uint8Array()));
    const second = writer('second', files);
    assert.ok(second.open());
    assert.equal(second.journal?.term, 2);
  });

  it('rule 1: a writer file or a snapshot of a higher number counts', () => {
    writer('first').open();
    sim.put(inState('snapshot-6-0-aa.db.tmp'), new Uint8Array());
    const second = writer('second');
    second.open();
    assert.equal(second.journal?.term, 7);
  });

  it('rule 2: `ready` decides, not the number', () => {
    const first = writer('first');
    first.open();
    first.commit();
    sim.put(inState('journal-2'), Buffer.from('not one line'));
    const third = writer('third');
    assert.ok(third.open());
    assert.deepEqual(third.contents.events, first.acknowledged);
  });

  it('rule 3: a higher term that comes while one opens replaces it', () => {
    const files = recordingFiles(sim.actor());
    const other = writer('other');
    files.beforeNext('list state', () => undefined);
    files.beforeNext('write journal-1', () => assert.ok(other.open()));
    assert.equal(writer('slow', files).open(), false);
    assert.equal(other.journal?.term, 2);
  });

  it('rule 3: a journal that vanishes while it is read means replaced, not the one below it', () => {
    const first = writer('first');
    first.open();
    first.commit();
    const files = recordingFiles(sim.actor());
    files.beforeNext('read journal-1', () => {
      const other = writer('other');
      other.open();
      other.commit();
      other.deleteOlder();
    });
    assert.equal(writer('slow', files).open(), false);
  });

  it('rule 4: records above the snapshot are copied, made durable with their name, and only then confirmed', () => {
    const first = writer('first');
    first.open();
    first.commit();
    first.commit();
    const files = recordingFiles(sim.actor());
    const second = writer('second', files);
    assert.ok(second.open());
    const from = files.calls.indexOf('write journal-2');
    assert.deepEqual(files.calls.slice(from, from + 5), [
      'write journal-2',
      'sync journal-2',
      'syncFolder state',
      'list state',
      'stat journal-2',
    ]);
    sim.actor().unlink(inState('journal-1'));
    const choice = chooseJournal(sim.actor(), layout.state, Infinity);
    assert.ok(choice.kind === 'chosen');
    assert.deepEqual(choice.contents.events, first.acknowledged);
  });

  it('rule 5: the folders that were made are durable before the first answer', () => {
    const files = recordingFiles(sim.actor());
    writer('first', files).open();
    const order = ['makeFolder .signalbox', 'syncFolder root', 'makeFolder state', 'syncFolder .signalbox'];
    assert.deepEqual(
      files.calls.filter((call) => order.includes(call)),
      order,
    );
  });

  it('D: rule 9: rotation with the next number taken means replaced, and nothing is written there', () => {
    const first = writer('first');
    first.open();
    first.commit();
    const snapshot = first.snapshot();
    sim.put(inState('journal-2'), Buffer.from('of another opener'));
    first.rotate(snapshot);
    assert.equal(first.journal, null);
    assert.equal(Buffer.from(sim.data(inState('journal-2'))).toString(), 'of another opener');
  });

  it('rule 9: rotation is refused if the old name no longer holds the old file', () => {
    const files = recordingFiles(sim.actor());
    const first = writer('first', files);
    first.open();
    first.commit();
    const snapshot = first.snapshot();
    files.beforeNext('create journal-2', () => sim.actor().unlink(inState('journal-1')));
    files.calls.length = 0;
    first.rotate(snapshot);
    assert.equal(first.journal, null);
    assert.deepEqual(files.calls, ['create journal-2', 'stat journal-1']);
  });

  it('C: a late thread that renames a snapshot of the same position does not touch the one that is named', () => {
    const first = writer('first');
    first.open();
    first.commit();
    const second = writer('second');
    second.open();
    const named = second.snapshot();
    second.rotate(named);
    const before = [...sim.data(inState(named!.name))];
    const late = first.snapshot();
    assert.equal(late?.position, named?.position);
    assert.notEqual(late?.name, named?.name);
    assert.deepEqual([...sim.data(inState(named!.name))], before);
    const next = writer('next');
    assert.ok(next.open());
    assert.equal(next.contents.snapshot?.name, named?.name);
  });
});

describe('store rules 10 and 11: deleting', () => {
  let sql: SqlJsStatic;
  let sim: SimFiles;
  before(async () => {
    sql = await loadSql();
  });
  beforeEach(() => {
    sim = new SimFiles('/root');
  });

  /** Three terms, a named snapshot, and what unfinished work left behind. */
  function littered() {
    const first = new RuleWriter(sim.actor(), sql, 'first');
    first.open();
    first.commit();
    first.rotate(first.snapshot());
    sim.put(inState('snapshot-1-1-aa.db.tmp'), new Uint8Array());
    sim.put(inState('snapshot-9-1-bb.db.tmp'), new Uint8Array());
    const files = recordingFiles(sim.actor());
    return { first, files, second: new RuleWriter(files, sql, 'second') };
  }
  const unlinked = (calls: readonly string[]) =>
    calls.filter((call) => call.startsWith('unlink')).map((call) => call.slice(7));

  it('what is below the own term goes, journals in ascending order, except the snapshot that it names', () => {
    const { files, second } = littered();
    sim.put(inState('journal-10'), new Uint8Array());
    assert.ok(second.open());
    files.calls.length = 0;
    second.deleteOlder();
    assert.deepEqual(unlinked(files.calls), [
      'writer-1.json',
      'writer-2.json',
      'journal-1',
      'journal-2',
      'journal-10',
      'snapshot-1-1-aa.db.tmp',
      'snapshot-9-1-bb.db.tmp',
    ]);
    assert.ok(
      sim.paths().some((path) => /snapshot-1-1-[0-9a-f]+\.db$/.test(path)),
      'the named one stays',
    );
    assert.ok(!sim.paths().includes(inState('journal-1')));
    assert.ok(!sim.paths().includes(inState('journal-10')));
  });

  it('R: right before each unlink the own name must hold the own file, else nothing more is deleted', () => {
    const { second, files } = littered();
    assert.ok(second.open());
    const own = inState(`journal-${second.journal!.term}`);
    files.beforeNext('unlink writer-1.json', () => sim.actor().unlink(own));
    files.calls.length = 0;
    second.deleteOlder();
    assert.deepEqual(unlinked(files.calls), ['writer-1.json']);
  });

  it('rule 11: one that is missing counts as deleted, any other error stops', () => {
    const { second, files } = littered();
    assert.ok(second.open());
    files.beforeNext('unlink journal-1', () => sim.actor().unlink(inState('journal-1')));
    files.failNext('unlink journal-2', 'EACCES');
    files.calls.length = 0;
    assert.throws(() => second.deleteOlder(), { code: 'EACCES' });
    assert.deepEqual(unlinked(files.calls), ['writer-1.json', 'writer-2.json', 'journal-1', 'journal-2']);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { RegisterFault } from '../../src/coordinator/ports.ts';
import { startJournal } from '../../src/store/sqlite/journal.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { makeFolders, takeTerm } from '../../src/store/sqlite/takeTerm.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { SimFiles } from '../kit/simFiles.ts';
import { identity, replayed, testRegister, testStore } from '../kit/testStore.ts';

const root = '/root';
const layout = storeLayout(root);
const journalPath = `${layout.state}/journal-1`;
const records = 20;

/** A journal with `adopted` records in its preamble and the rest as commits, and what is beside it in use. */
function recorded(adopted: number): { journal: Buffer; writer: Buffer } {
  const sim = new SimFiles(root);
  const files = sim.actor();
  makeFolders(files, layout);
  const taken = takeTerm(files, layout);
  assert.ok(taken);
  const contents = { snapshot: null, events: eventsFrom(1, adopted) };
  const journal = startJournal(files, taken.own, contents, 'ab12cd34ab12cd34');
  for (let position = adopted + 1; position <= records; position += 1) journal.commit([eventAt(position)]);
  const writer = Buffer.from(JSON.stringify({ term: 1, pid: 1, host: 'gone', journal: journal.random }));
  return { journal: Buffer.from(sim.data(journalPath)), writer };
}

/** Opens what the bytes are taken for: the number of records, or the fault. Nothing that was there may change. */
function opened(journal: Uint8Array, writer: Uint8Array | null): number | RegisterFault {
  const sim = new SimFiles(root);
  const files = sim.actor();
  makeFolders(files, layout);
  sim.put(journalPath, journal);
  if (writer !== null) sim.put(`${layout.state}/writer-1.json`, writer);
  try {
    const taken = takeTerm(files, layout);
    assert.ok(taken);
    assert.deepEqual(taken.contents.events, eventsFrom(1, taken.contents.events.length));
    return taken.contents.events.length;
  } catch (error) {
    assert.ok(error instanceof RegisterFault, String(error));
    return error;
  } finally {
    assert.deepEqual(Buffer.from(sim.data(journalPath)), Buffer.from(journal));
  }
}

/** A named fault says which file, where, and what to do. */
function assertNamed(fault: RegisterFault, where: string): void {
  assert.match(fault.kind, /^(damaged|newer_schema)$/, where);
  assert.match(fault.message, /journal-1/, where);
  assert.match(fault.message, /restore|[Uu]pdate/, where);
}

describe('S5: a damaged journal', function () {
  this.timeout(30_000);

  for (const adopted of [0, 7]) {
    const { journal, writer } = recorded(adopted);
    const lastLine = journal.lastIndexOf(0x0a, journal.length - 2) + 1;

    it(`with ${adopted} adopted records opens whole or is named, whichever byte is changed`, () => {
      for (let offset = 0; offset < journal.length; offset += 1) {
        for (const flip of [1 << (offset % 8), 0xff]) {
          const changed = Buffer.from(journal);
          changed[offset] = (changed[offset] ?? 0) ^ flip;
          const result = opened(changed, writer);
          const where = `byte ${offset}, flip ${flip}`;
          // What ends the file can't be told from a line that was being written; its line end may go with it.
          if (typeof result === 'number') assert.ok(offset >= lastLine - 1 && result >= records - 2, where);
          else assertNamed(result, where);
        }
      }
    });

    it(`with ${adopted} adopted records opens as far as it goes or is named, wherever it is cut off`, () => {
      const ready = journal.indexOf('"ready"');
      for (let length = 0; length < journal.length; length += 1) {
        const result = opened(journal.subarray(0, length), writer);
        const whole = journal.subarray(0, length).toString().split('\n').slice(0, -1);
        const expected = adopted + whole.filter((line) => line.includes('"commit"')).length;
        if (typeof result === 'number') assert.equal(result, expected, `cut at ${length}`);
        else assertNamed(result, `cut at ${length}`);
        assert.equal(typeof result === 'number', length > journal.indexOf(0x0a, ready), `cut at ${length}`);
      }
    });

    it(`with ${adopted} adopted records that was never in use is no damage, wherever it is cut off`, () => {
      const end = journal.indexOf('"ready"');
      for (let length = 0; length <= end; length += 1) {
        assert.equal(opened(journal.subarray(0, length), null), 0);
      }
    });
  }

  it('E3, E4: a journal without `ready`, or with a hole before it, is not adopted', () => {
    const { journal } = recorded(7);
    const readyEnd = journal.indexOf(0x0a, journal.indexOf('"ready"')) + 1;
    const preamble = journal.subarray(0, readyEnd);
    assert.equal(opened(preamble, null), 7);
    const holed = Buffer.from(preamble);
    holed.fill(0, 200, 264);
    assert.equal(opened(holed, null), 0);
    assert.equal(opened(journal.subarray(0, journal.indexOf('"ready"') - 10), null), 0);
  });

  it('of another number is not taken for this one', () => {
    const { journal } = recorded(3);
    const foreign = Buffer.from(journal.toString().replace('"term":1', '"term":9'));
    const fault = opened(foreign, null);
    assert.ok(fault instanceof RegisterFault);
    assertNamed(fault, 'foreign');
  });

  it('a torn end is ignored, and a copy of the file is kept aside', async () => {
    const { journal } = recorded(0);
    const sim = new SimFiles(root);
    makeFolders(sim.actor(), layout);
    const torn = journal.subarray(0, journal.length - 5);
    sim.put(journalPath, torn);
    const register = await testRegister(root, { files: sim.actor() });
    assert.deepEqual(await replayed(register), eventsFrom(1, records - 1));
    const copies = sim.paths().filter((path) => path.startsWith(`${layout.aside}/journal-1-`));
    assert.equal(copies.length, 1);
    assert.deepEqual(Buffer.from(sim.data(copies[0]!)), torn);
    await register.close();
  });
});

describe('S5: missing and damaged files', () => {
  async function snapshotted() {
    const sim = new SimFiles(root);
    const register = await testRegister(root, { files: sim.actor() });
    await register.append(0, eventsFrom(1, 5));
    await register.compact();
    await register.append(5, eventsFrom(6, 2));
    const paths = sim.paths();
    return { sim, register, paths };
  }

  async function reopening(sim: SimFiles): Promise<RegisterFault> {
    const before = sim.paths();
    const { store } = await testStore(root, { files: sim.actor() });
    const fault = await store.becomeWriter(identity, true).then(
      () => assert.fail('it opened'),
      (error: unknown) => error,
    );
    assert.ok(fault instanceof RegisterFault, String(fault));
    const created = sim.paths().filter((path) => !before.includes(path));
    assert.deepEqual(created, [], 'no journal is left behind');
    for (const path of before) assert.ok(sim.paths().includes(path), `${path} is still there`);
    return fault;
  }

  it('a snapshot whose bytes changed is named', async () => {
    const { sim, paths } = await snapshotted();
    const path = paths.find((name) => /snapshot-.*\.db$/.test(name))!;
    const changed = Buffer.from(sim.data(path));
    changed[5000] = (changed[5000] ?? 0) ^ 1;
    sim.put(path, changed);
    const fault = await reopening(sim);
    assert.equal(fault.kind, 'damaged');
    assert.match(fault.message, /snapshot-1-5-.*signalbox restore/s);
  });

  it('F5: a snapshot without a journal is damage, not an empty store', async () => {
    const { sim, paths } = await snapshotted();
    const files = sim.actor();
    for (const path of paths) if (/journal-|writer-/.test(path)) files.unlink(path);
    const fault = await reopening(sim);
    assert.equal(fault.kind, 'damaged');
    assert.match(fault.message, /no journal/);
  });

  it('F5: a journal in use that is missing is damage, even where an older one is left', async () => {
    const { sim } = await snapshotted();
    const older = Buffer.from(sim.data(`${layout.state}/journal-2`));
    sim.actor().unlink(`${layout.state}/journal-2`);
    sim.put(`${layout.state}/journal-1`, older);
    const fault = await reopening(sim);
    assert.equal(fault.kind, 'damaged');
  });

  it('F5: a named snapshot that is missing is never taken for an empty store', async () => {
    const { sim, paths } = await snapshotted();
    sim.actor().unlink(paths.find((name) => /snapshot-.*\.db$/.test(name))!);
    assert.equal((await reopening(sim)).kind, 'damaged');
  });
});

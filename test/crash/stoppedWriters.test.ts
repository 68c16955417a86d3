import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';
import { bundled } from '../kit/bundled.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { replayed, testStore } from '../kit/testStore.ts';
import { picker } from '../kit/picker.ts';
import { crashScale } from './kit/crashScale.ts';
import { StoppedWriter } from './kit/stoppedWriter.ts';

const events = 8;

describe('S4: two and three writers on one folder, stopped at any step and gone on', function () {
  const { seed, rounds } = crashScale();
  this.timeout(60_000 + rounds * 3_000);
  const folder = temporaryFolders();
  const writers: StoppedWriter[] = [];
  before(async () => {
    const script = await bundled('test/crash/programs/stoppingWriter.ts');
    writers.push(...[1, 2, 3].map(() => new StoppedWriter(script)));
  });
  after(async () => {
    for (const writer of writers) await writer.end();
  });

  /** How many file calls a life has that begins over a store with a snapshot. */
  async function callsOfALife(): Promise<number> {
    const root = folder();
    const [writer] = writers as [StoppedWriter];
    writer.begin({ root, name: 'before', events, stopAt: 0 });
    await writer.done();
    writer.begin({ root, name: 'whole', events, stopAt: 0 });
    return Number((await writer.done()).split(' ')[2]);
  }

  /** The first stops at its step, the next takes over and may stop too, and so on; then all go on in some order. */
  async function round(stops: readonly number[], pick: (bound: number) => number): Promise<string[]> {
    const root = folder();
    const [first] = writers as [StoppedWriter];
    first.begin({ root, name: 'before', events, stopAt: 0 });
    await first.done();
    const acknowledged = first.acknowledged();
    const stoodAt: string[] = [];
    const standing: StoppedWriter[] = [];
    for (const [index, stopAt] of stops.entries()) {
      const writer = writers[index]!;
      writer.begin({ root, name: `writer-${index}`, events, stopAt });
      const step = await writer.stoppedOrDone();
      if (step === null) continue;
      stoodAt.push(step);
      standing.push(writer);
    }
    while (standing.length > 0) {
      const [writer] = standing.splice(pick(standing.length), 1) as [StoppedWriter];
      writer.goOn();
      // Half of the time the others go on beside it.
      if (pick(2) === 0) await writer.done();
    }
    for (const [index] of stops.entries()) {
      await writers[index]!.done();
      acknowledged.push(...writers[index]!.acknowledged());
    }
    await assertHeld(root, acknowledged, `${stops.join(', ')}: ${stoodAt.join(', ')}`);
    rmSync(root, { recursive: true });
    return stoodAt;
  }

  async function assertHeld(
    root: string,
    acknowledged: readonly [number, string][],
    where: string,
  ): Promise<void> {
    const { store } = await testStore(root);
    const held = await replayed({ replay: () => store.events() });
    const marks = held.map(({ actor }) => actor.name);
    assert.deepEqual(
      held.map(({ position }) => position),
      held.map((_, index) => index + 1),
      where,
    );
    assert.equal(new Set(marks).size, marks.length, where);
    for (const [position, mark] of acknowledged) assert.equal(marks[position - 1], mark, `${where}: ${mark}`);
  }

  it(`in ${rounds} rounds no confirmed history is lost or divided (seed ${seed})`, async () => {
    const pick = picker(seed);
    const calls = await callsOfALife();
    const steps = new Set<string>();
    for (let count = 0; count < rounds; count += 1) {
      // The first one's steps are gone through evenly; the last of the writers lives whole.
      const at = 1 + Math.floor((count * calls) / rounds);
      const stops = count % 2 === 0 ? [at, 0] : [at, 1 + pick(calls), 0];
      for (const step of await round(stops, pick)) steps.add(step.replace(/\d+/g, 'n'));
    }
    console.log(`      ${rounds} rounds over ${calls} calls, ${steps.size} kinds of steps`);
    assert.ok(steps.size >= Math.min(15, rounds / 2), [...steps].join(', '));
  });
});

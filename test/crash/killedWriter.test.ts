import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'mocha';
import type { RegisterEvent } from '../../src/core/events.ts';
import { bundled, bundledStoreThread } from '../kit/bundled.ts';
import { Program } from '../kit/program.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { replayed, testStore } from '../kit/testStore.ts';

const kills = 24;

/** What the processes printed as acknowledged: position -> who made it. */
function acknowledged(lines: readonly string[]): [number, string][] {
  return lines
    .map((line) => line.split(' '))
    .filter(([word]) => word === 'acknowledged')
    .map(([, position, mark]) => [Number(position), mark ?? '']);
}

function assertHeld(events: readonly RegisterEvent[], acknowledgements: readonly [number, string][]): void {
  assert.deepEqual(
    events.map(({ position }) => position),
    events.map((_, index) => index + 1),
  );
  const marks = events.map(({ actor }) => actor.name);
  assert.equal(new Set(marks).size, marks.length, 'nothing is there twice');
  for (const [position, mark] of acknowledgements)
    assert.equal(marks[position - 1], mark, `position ${position}`);
}

describe('S4: killed writers', function () {
  this.timeout(120_000);
  const folder = temporaryFolders();

  it(`after each of ${kills} kills, what was acknowledged is there, and nothing twice`, async () => {
    const [script, thread] = await Promise.all([
      bundled('test/crash/programs/appendingWriter.ts'),
      bundledStoreThread(),
    ]);
    const root = folder();
    const { store } = await testStore(root);
    const all: [number, string][] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      const writer = new Program(script, [root, thread, '1000000']);
      await writer.line('acknowledged');
      await delay((kill * 37) % 120);
      await writer.end('SIGKILL');
      all.push(...acknowledged(writer.lines));
      assertHeld(await replayed({ replay: () => store.events() }), all);
    }
    assert.ok(all.length > kills * 3);
  });

  it('a writer killed while it opens costs nothing', async () => {
    const [script, thread] = await Promise.all([
      bundled('test/crash/programs/appendingWriter.ts'),
      bundledStoreThread(),
    ]);
    const root = folder();
    const first = new Program(script, [root, thread, '30']);
    await first.end();
    const { store } = await testStore(root);
    for (let call = 4; call < 40; call += 4) {
      const writer = new Program(script, [root, thread, '0', String(call)]);
      await writer.line('stopping');
      await writer.end('SIGKILL');
      assertHeld(await replayed({ replay: () => store.events() }), acknowledged(first.lines));
    }
  });
});

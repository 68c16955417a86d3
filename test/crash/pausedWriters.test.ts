import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { bundled, bundledStoreThread } from '../kit/bundled.ts';
import { Program } from '../kit/program.ts';
import { markedEvent } from '../kit/ruleWriter.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, replayed, testStore } from '../kit/testStore.ts';

const events = 60;

describe('S4: two writers, one paused by SIGSTOP around a take-over', function () {
  this.timeout(120_000);
  const folder = temporaryFolders();
  let script = '';
  let thread = '';
  before(async () => {
    script = await bundled('test/crash/programs/appendingWriter.ts');
    thread = await bundledStoreThread();
  });

  it('at points spread over its whole life, it is replaced or was in time, and the histories are one', async () => {
    const whole = new Program(script, [folder(), thread, String(events)]);
    const { code, errors } = await whole.end();
    assert.equal(code, 0, errors);
    const calls = Number((await whole.line('calls')).split(' ')[1]);
    const points = 16;
    const seen = new Set<string>();
    for (let point = 0; point < points; point += 1) {
      const stopAt = 1 + Math.floor((point * calls) / points);
      seen.add(await takeOverAt(folder(), stopAt));
    }
    assert.ok(seen.has('replaced'), [...seen].join(', '));
  });

  /** Returns how the paused writer's life went on. */
  async function takeOverAt(root: string, stopAt: number): Promise<string> {
    const paused = new Program(script, [root, thread, String(events), String(stopAt)]);
    const where = await paused.line('stopping');
    await paused.stopped();
    const register = await takeOver(root);
    const held = await replayed(register);
    const mine = markedEvent(held.length + 1, 'taken-over');
    await register.append(held.length, [mine]);
    paused.signal('SIGCONT');
    await paused.end();
    await register
      .append(held.length + 1, [markedEvent(held.length + 2, 'taken-over-2')])
      .catch(() => undefined);
    await register.close();
    const { store } = await testStore(root);
    const now = await replayed({ replay: () => store.events() });
    const marks = now.map(({ actor }) => actor.name);
    assert.equal(marks[mine.position - 1], 'taken-over', `${where}: what the new writer acknowledged`);
    for (const line of paused.lines.filter((printed) => printed.startsWith('acknowledged'))) {
      const [, position, mark] = line.split(' ');
      assert.equal(marks[Number(position) - 1], mark, `${where}: ${line}`);
    }
    return paused.lines.at(-1)?.replace('ended ', '') ?? 'nothing';
  }

  async function takeOver(root: string) {
    const { store } = await testStore(root);
    return store.becomeWriter(identity, true);
  }
});

import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { connectToCoordinator } from '../../src/ipc/connectToCoordinator.ts';
import { processIdentity } from '../../src/ipc/processIdentity.ts';
import { eventually } from '../kit/eventually.ts';
import { picker } from '../kit/picker.ts';
import { shells } from '../kit/shells.ts';
import { Attacker } from './kit/attacker.ts';
import { attacks } from './kit/attacks.ts';
import { fuzzScale } from './kit/fuzzScale.ts';
import { descriptorsOf, residentOf } from './kit/realHost.ts';

const attackersAtOnce = 24;
const honestClients = 4;
/** No call of an honest client may take longer, on a machine that also runs the attack. */
const servedWithinMs = 5_000;
/** What the host may have grown from the end of the first third to the end, MiB. */
const mayGrow = 64;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

describe('the socket under attack', function () {
  const { seed, seconds } = fuzzScale();
  this.timeout(seconds * 1_000 + 120_000);
  const { served, person } = shells();

  it(`${seconds} s of fuzzing (seed ${seed}): each attack is answered as it has to be, the honest are served, nothing is left`, async () => {
    const { root, coordinator } = await served();
    const pid = coordinator.child.pid!;
    await person(root, 'task', 'add', 'One');
    const before = descriptorsOf(pid);
    const control = new AbortController();
    setMaxListeners(0, control.signal);
    const timer = setTimeout(() => control.abort(), seconds * 1_000);
    const begun = performance.now();
    const run = { attacks: new Map<string, number>(), calls: 0, slowest: 0, memory: [] as number[] };

    const attack = async (index: number) => {
      const pick = picker(seed + index);
      while (!control.signal.aborted) {
        const by = new Attacker(root, pick, control.signal);
        const name = by.one(Object.keys(attacks));
        try {
          await attacks[name]!(by);
        } catch (error) {
          throw new Error(`${name}: ${String(error)}`, { cause: error });
        } finally {
          by.leave();
        }
        run.attacks.set(name, (run.attacks.get(name) ?? 0) + 1);
      }
    };
    const timed = async <T>(work: () => Promise<T>): Promise<T> => {
      const from = performance.now();
      const done = await work();
      run.calls += 1;
      run.slowest = Math.max(run.slowest, performance.now() - from);
      return done;
    };
    const caller = { kind: 'script', name: 'honest', version: '0.0.0' } as const;
    const identity = { ...processIdentity(), ancestors: [] };
    const serve = async (index: number) => {
      while (!control.signal.aborted) {
        const client = await timed(() =>
          connectToCoordinator({
            place: { workingDirectory: root },
            caller: { ...caller, identity },
            timeoutMs: servedWithinMs,
          }),
        );
        try {
          await timed(() => client.request('worker.register', { worker: `honest-${index}` }));
          for (let count = 0; count < 20; count += 1) {
            await timed(() => client.request('task.show', { task: 'workspace/1' }));
            await timed(() => client.request('health.show', {}));
            await new Attacker(root, picker(1), control.signal).holds(50);
          }
        } finally {
          client.dispose();
        }
      }
    };
    const measure = async () => {
      while (!control.signal.aborted) {
        run.memory.push(residentOf(pid));
        await new Attacker(root, picker(1), control.signal).holds(250);
      }
    };
    const stopAll = (error: unknown) => {
      control.abort();
      throw error;
    };
    try {
      const each = [
        ...Array.from({ length: attackersAtOnce }, (_, index) => attack(index)),
        ...Array.from({ length: honestClients }, (_, index) => serve(index)),
        measure(),
      ];
      const results = await Promise.allSettled(each.map((work) => work.catch(stopAll)));
      const failed = results.filter((result) => result.status === 'rejected');
      assert.deepEqual(
        failed.map(({ reason }) => String(reason)),
        [],
      );
    } finally {
      clearTimeout(timer);
    }

    await eventually('every connection and file is closed', () => descriptorsOf(pid) <= before, 15_000);
    const third = Math.floor(run.memory.length / 3);
    const [early, late] = [median(run.memory.slice(third, third + 20)), median(run.memory.slice(-20))];
    const total = [...run.attacks.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `      ${total} attacks of ${run.attacks.size} kinds in ${((performance.now() - begun) / 1_000).toFixed(0)} s; ` +
        `${run.calls} honest calls, the slowest ${run.slowest.toFixed(0)} ms; ` +
        `${early.toFixed(0)} MiB after a third, ${late.toFixed(0)} MiB at the end`,
    );
    assert.ok(run.slowest < servedWithinMs, `${run.slowest} ms`);
    assert.ok(late - early < mayGrow, `from ${early} to ${late} MiB`);
    assert.deepEqual([...run.attacks.keys()].sort(), Object.keys(attacks).sort());
    assert.equal((await person(root, 'status')).code, 0);
  });
});

import assert from 'node:assert/strict';
import { toDisposable } from '../../src/base/disposable.ts';
import { type Clocks, Heartbeat } from '../../src/host/heartbeat.ts';

/** Two clocks and one timer that move only when the test says so. */
class ManualClocks implements Clocks {
  private wallAt = 1_700_000_000_000;
  private steadyAt = 0;
  run: () => void = () => undefined;
  readonly wall = () => this.wallAt;
  readonly steady = () => this.steadyAt;
  readonly every = (_ms: number, run: () => void) => {
    this.run = run;
    return toDisposable(() => undefined);
  };

  pass(wallMs: number, steadyMs: number): void {
    this.wallAt += wallMs;
    this.steadyAt += steadyMs;
  }

  beat(wallMs: number, steadyMs: number): void {
    this.pass(wallMs, steadyMs);
    this.run();
  }
}

describe('C16: absence is measured by a beat on both clocks', () => {
  let clocks: ManualClocks;
  let heartbeat: Heartbeat;
  beforeEach(() => {
    clocks = new ManualClocks();
    heartbeat = new Heartbeat(clocks);
  });
  afterEach(() => heartbeat.dispose());

  it('C16: ordinary beats, also late ones, are no absence, however long it is between ticks', () => {
    for (let beat = 0; beat < 60; beat += 1) clocks.beat(1_900, 1_900);
    assert.equal(heartbeat.take(), 0);
  });

  it('C16: a stopped process shows on both clocks and counts once', () => {
    clocks.beat(1_000, 1_000);
    clocks.beat(61_000, 61_000);
    assert.equal(heartbeat.take(), 60_000);
    assert.equal(heartbeat.take(), 0);
  });

  it('C16: sleep in which the steady clock stood still counts by the wall clock', () => {
    clocks.beat(3_601_000, 1_000);
    assert.equal(heartbeat.take(), 3_600_000);
  });

  it('C16: sleep that ends between two beats is seen by the tick that comes first', () => {
    clocks.pass(600_500, 600_500);
    assert.equal(heartbeat.take(), 599_500);
    clocks.beat(500, 500);
    assert.equal(heartbeat.take(), 0);
  });

  it('C16: a wall clock set back is no absence', () => {
    clocks.beat(-3_600_000, 1_000);
    clocks.beat(1_000, 1_000);
    assert.equal(heartbeat.take(), 0);
  });

  it('C16: health can tell the last absence, a clock set back and the greatest delay of a minute', () => {
    clocks.beat(1_300, 1_300);
    clocks.beat(700, 700);
    assert.deepEqual(heartbeat.facts(), { loopDelayMs: 300, lastAbsence: null, lastSetBack: null });
    clocks.beat(61_000, 61_000);
    const absence = { at: clocks.wall(), ms: 60_000 };
    clocks.beat(-3_600_000, 1_000);
    const setBack = { at: clocks.wall(), ms: 3_601_000 };
    const facts = { loopDelayMs: 60_000, lastAbsence: absence, lastSetBack: setBack };
    assert.deepEqual(heartbeat.facts(), facts);
    for (let beat = 0; beat < 60; beat += 1) clocks.beat(1_000, 1_000);
    assert.deepEqual(heartbeat.facts(), { ...facts, loopDelayMs: 0 });
  });
});

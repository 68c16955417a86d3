import assert from 'node:assert/strict';
import { maxCheckpointBytes } from '../../src/core/rules/checkpoint.ts';
import { held, leaseNow } from '../kit/coreLives.ts';
import { CoreWorld, worker } from '../kit/coreWorld.ts';

const by = { actor: worker() };

describe('W3: checkpoints', () => {
  const wrong: [string, unknown][] = [
    ['a list', ['summary']],
    ['a text', 'summary'],
    ['nothing', null],
    ['a summary that is a number', { summary: 1 }],
    ['a next_action that is a list', { next_action: ['a'] }],
    ['a blocked_reason that is an object', { blocked_reason: {} }],
    ['files_changed that is a text', { files_changed: 'a.ts' }],
    ['files_changed with a number in it', { files_changed: ['a.ts', 1] }],
    ['one of more than 64 KiB', { summary: 'x'.repeat(maxCheckpointBytes) }],
    ['one of more than 64 KiB as UTF-8', { summary: '\u20ac'.repeat(maxCheckpointBytes / 3) }],
  ];
  for (const [name, checkpoint] of wrong) {
    it(`W3: ${name} is refused before any change`, () => {
      const world = new CoreWorld();
      const call = held(world);
      const mark = world.events.length;
      const refusal = world.refused('lease.checkpoint', { ...call, checkpoint }, by);
      assert.equal(refusal.kind, 'invalid_params');
      assert.match(String(refusal.facts['field']), /^checkpoint/);
      assert.deepEqual(world.typesSince(mark), []);
      if (checkpoint === null) return;
      assert.equal(world.refused('lease.complete', { ...call, checkpoint }, by).kind, 'invalid_params');
      assert.equal(leaseNow(world, call).state, 'acknowledged');
    });
  }

  it('W3: all of its parts are optional, and null is none', () => {
    const world = new CoreWorld();
    const call = held(world);
    const nothing = { summary: null, next_action: undefined, files_changed: null };
    world.ok('lease.checkpoint', { ...call, checkpoint: nothing }, by);
    const lease = leaseNow(world, call);
    assert.deepEqual('checkpoint' in lease ? lease.checkpoint : null, {});
  });

  it('W3: what is known is kept whole, unknown keys are dropped with a warning each', () => {
    const world = new CoreWorld();
    const call = held(world);
    const known = { summary: 'half', next_action: 'the rest', blocked_reason: ' ', files_changed: ['a.ts'] };
    const checkpoint = { ...known, mood: 'good', files: [] };
    const { warnings, lease, child } = world.ok('lease.checkpoint', { ...call, checkpoint }, by);
    assert.deepEqual(warnings, ['Unknown key "mood" was dropped.', 'Unknown key "files" was dropped.']);
    assert.deepEqual('checkpoint' in lease ? lease.checkpoint : null, known);
    assert.equal(child.blockedBy, null);
  });

  it('W3: complete may carry one', () => {
    const world = new CoreWorld();
    const call = held(world);
    const checkpoint = { summary: 'all', extra: 1 };
    const { lease, warnings } = world.ok('lease.complete', { ...call, checkpoint }, by);
    assert.deepEqual([lease.state, warnings.length], ['completed', 1]);
    assert.deepEqual('checkpoint' in lease ? lease.checkpoint : null, { summary: 'all' });
  });

  it('W3: complete without one keeps none', () => {
    const world = new CoreWorld();
    const { lease, warnings } = world.ok('lease.complete', { ...held(world), checkpoint: null }, by);
    assert.deepEqual(['checkpoint' in lease ? lease.checkpoint : '', warnings], [null, []]);
  });
});

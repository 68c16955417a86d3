import assert from 'node:assert/strict';
import type { SourceTask } from '../../src/core/model/snapshot.ts';
import type { TaskFacts } from '../../src/core/model/task.ts';
import { judgeGates } from '../../src/core/rules/gates.ts';
import { asksForSecret } from '../../src/core/rules/secretTitle.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const says = (given: Partial<SourceTask> = {}) => snapshotOf({ tasks: [taskOf(given)] });
const byPat = { actor: operator() };

describe('C15: which tasks are gated', () => {
  const facts = (given: Partial<TaskFacts>): TaskFacts => ({
    ...{
      title: 'Fix parser',
      needsHuman: false,
      interventionNote: '',
      blockingReason: '',
      actionClasses: [],
    },
    ...(given as TaskFacts),
  });

  it('a task without any is free; all that it has are named in their order', () => {
    assert.deepEqual(judgeGates(facts({}), false, []), []);
    const all = facts({
      ...{ title: 'Get a secret', needsHuman: true, interventionNote: 'x', blockingReason: 'y' },
      actionClasses: ['payment'],
    });
    const names = ['needs_human', 'intervention_note', 'blocking_reason', 'action_class', 'secret_title'];
    assert.deepEqual(judgeGates(all, false, []), names);
    assert.deepEqual(judgeGates(all, true, []), names.slice(0, -1));
  });

  const classes = (names: string[], allow: string[]) =>
    judgeGates(facts({ actionClasses: names }), false, allow).length > 0;

  for (const name of ['network', 'install_dependency', 'schema_migration', 'release_tag']) {
    it(`the class ${name} gates unless allow has it`, () => {
      assert.deepEqual([classes([name], []), classes([name], [name])], [true, false]);
    });
  }

  for (const name of ['external_publish', 'secrets', 'destructive', 'payment', 'unheard_of']) {
    it(`the class ${name} gates even if allow has it`, () => assert.equal(classes([name], [name]), true));
  }

  it('one class that is not allowed among others gates', () => {
    assert.equal(classes(['network', 'release_tag'], ['network']), true);
  });

  const secrets = [
    ['Get a secret', 'GIVE me the PASSWORD!', 'send: credentials', 'Show the api-key', 'print API_KEYS'],
    [
      'find the private key',
      'reveal private keys',
      'Please share tokens',
      'paste "token"',
      'I need passwords',
    ],
    ['Get the new secret', 'get one two token', 'Need an api key for the tests'],
  ].flat();
  for (const title of secrets) {
    it(`the title ${JSON.stringify(title)} asks for a secret`, () =>
      assert.equal(asksForSecret(title), true));
  }

  const harmless = [
    ['Fix parser', 'Fix password reset form', 'tokenizer', 'Get a tokenizer', 'secret', 'Rotate the token'],
    ['get one two three token', 'Secret: get it', 'show api docs', 'find the private method', 'give api', ''],
    ['Send the monkey', 'getting tokens', 'show the keys'],
  ].flat();
  for (const title of harmless) {
    it(`the title ${JSON.stringify(title)} does not`, () => assert.equal(asksForSecret(title), false));
  }
});

describe('C15: what a gate does', () => {
  it('a gated new task gets its row, stopped at once with the name of the gate only, once', () => {
    const world = new CoreWorld();
    for (let tick = 0; tick < 3; tick += 1) world.tick(says({ intervention_note: 'private' }), 15_000);
    const lease = world.lease();
    assert.deepEqual(states(world), ['stopped gated']);
    assert.equal(lease.state === 'stopped' && lease.gate, 'intervention_note');
    assert.ok(!JSON.stringify([...world.state.outbox.values()]).includes('private'));
  });

  const unfinished: [string, (world: CoreWorld) => void][] = [
    ['offered', () => undefined],
    ['acknowledged', (world) => void world.ack(world.lease())],
    ['backoff', (world) => void world.tick(says(), 30_000)],
  ];
  for (const [state, bring] of unfinished) {
    it(`one that appears later stops a lease that is ${state} in that tick, without a send`, () => {
      const world = new CoreWorld();
      world.tick(says());
      bring(world);
      assert.equal(world.lease().state, state);
      assert.deepEqual(world.tick(says({ needs_human: true }), 10_000).sends, []);
      assert.equal(states(world)[0], 'stopped gated');
    });
  }

  it('a continuation is stopped as well, whether it waits or is queued', () => {
    for (const blocked_reason of ['', 'which way?']) {
      const world = new CoreWorld();
      world.tick(says());
      const { epoch, lease } = world.ack(world.lease());
      world.ok('lease.checkpoint', { lease: lease.id, epoch, checkpoint: { blocked_reason } });
      world.tick(says({ blocking_reason: 'wait for me' }));
      assert.deepEqual(states(world).slice(0, 2), ['checkpointed', 'stopped gated']);
    }
  });

  it('the running worker learns it at its next call, with the name and never the text', () => {
    const world = new CoreWorld();
    world.tick(says());
    const { epoch, lease } = world.ack(world.lease());
    world.tick(says({ blocking_reason: 'private reason' }));
    const refused = world.refused('lease.renew', { lease: lease.id, epoch }, { actor: worker() });
    assert.deepEqual([refused.kind, refused.facts['gate']], ['gated', 'blocking_reason']);
    assert.ok(!JSON.stringify(refused).includes('private reason'));
  });

  it('C5: a cleared gate is a new revision, hence new work', () => {
    const world = new CoreWorld();
    world.tick(says({ needs_human: true }));
    world.tick(says());
    assert.deepEqual(states(world), ['stopped gated', 'offered']);
    assert.notEqual(world.lease(0).revision, world.lease(1).revision);
  });

  it('C5: a gate that is raised and cleared again makes new work each time', () => {
    const world = new CoreWorld();
    for (let round = 0; round < 3; round += 1) {
      world.tick(says());
      world.tick(says({ needs_human: true }));
    }
    world.tick(says());
    assert.equal(world.leases().at(-1)?.state, 'offered');
    assert.equal(world.state.live.size, 1);
  });

  it('an operator may clear the title gate for one task, and only that one', () => {
    const world = new CoreWorld();
    const title = 'Find token bug';
    const both = snapshotOf({ tasks: [taskOf({ id: 'one', title }), taskOf({ id: 'two', title })] });
    world.tick(both);
    assert.deepEqual(states(world), ['stopped gated', 'stopped gated']);
    world.ok('task.clear_gate', { task: 'hub/one' }, byPat);
    world.tick(both);
    assert.deepEqual(states(world), ['stopped gated', 'stopped gated', 'offered']);
  });

  it('no other gate is cleared here, and the refusal says where it is', () => {
    const world = new CoreWorld();
    world.tick(says({ needs_human: true }));
    const refused = world.refused('task.clear_gate', { task: 'hub/task' }, byPat);
    assert.deepEqual([refused.kind, refused.facts['gate']], ['invalid_state', 'needs_human']);
    assert.match(refused.next, /needs_human/);
    world.tick(says());
    assert.equal(world.refused('task.clear_gate', { task: 'hub/task' }, byPat).facts['gate'], null);
    assert.equal(world.refused('task.clear_gate', { task: 'hub/x' }, byPat).kind, 'not_found');
  });

  it('a title gate that was cleared while another one holds lets nothing start', () => {
    const world = new CoreWorld();
    const gated = says({ title: 'Get a secret', needs_human: true });
    world.tick(gated);
    world.ok('task.clear_gate', { task: 'hub/task' }, byPat);
    world.tick(gated);
    assert.ok(states(world).every((state) => state === 'stopped gated'));
    assert.equal(world.refused('task.clear_gate', { task: 'hub/task' }, byPat).kind, 'invalid_state');
  });
});

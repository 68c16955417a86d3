import assert from 'node:assert/strict';
import { eventually } from '../../kit/eventually.ts';
import { shells } from '../../kit/shells.ts';

interface Status {
  readonly scopes: readonly { is_paused: boolean; taken_by: string | null; draining: object | null }[];
  readonly leases: readonly { state: string; reason: string | null; source: string }[];
}

describe('C7, C13: who is gone, and what that frees', function () {
  this.timeout(90_000);
  const { signalbox, served, person, worker, terminal } = shells();

  const json = async <T>(root: string, ...args: string[]) =>
    JSON.parse((await person(root, ...args, '--json')).out) as T;
  const presence = async (root: string) =>
    (await json<{ workers: { id: string; presence: string }[] }>(root, 'worker', 'list')).workers.find(
      ({ id }) => id === 'w1',
    )?.presence;
  const status = (root: string) => json<Status>(root, 'status');
  const nextReasons = async (root: string) => {
    const { code, out } = await worker(root, 'signalbox next --worker w2 --json');
    const { held } = JSON.parse(out) as { held: { reason: string }[] };
    return [code, held.map(({ reason }) => reason)];
  };

  it('C13: the shell of a worker is killed: absent at once, and its lease is lost at its deadline, not before', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = terminal(root, 'signalbox next --worker w1 --ttl 20s; echo "next $?"');
    await agent.says(/next 0/);
    assert.equal(await presence(root), 'present');
    agent.signal('SIGKILL');
    await agent.end();
    assert.equal(await presence(root), 'absent');
    const before = await status(root);
    assert.deepEqual(
      before.leases.map(({ state }) => state),
      ['acknowledged'],
    );
    assert.deepEqual(await nextReasons(root), [8, []], 'it is still that of the one who is gone');
    await eventually(
      'the lease is lost and goes on',
      async () => (await status(root)).leases.some(({ source }) => source === 'retry'),
      40_000,
    );
    const after = await status(root);
    assert.deepEqual(
      [after.scopes[0]?.draining, after.leases.map(({ state }) => state)],
      [null, ['pending']],
    );
    assert.match((await person(root, 'task', 'show', '1')).out, /stopped: worker lost[^]*queued/);
    assert.equal((await worker(root, 'signalbox next --worker w2')).code, 0);
  });

  it('C7: what a person ends drains until its process has ended, and nobody gets the repo meanwhile', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    await person(root, 'task', 'add', 'Two');
    const agent = terminal(root, 'signalbox next --worker w1; echo "next $?"');
    await agent.says(/next 0/);
    await person(root, 'stop', '1');
    assert.notEqual((await status(root)).scopes[0]?.draining, null);
    assert.deepEqual(await nextReasons(root), [8, ['draining']]);
    agent.signal('SIGKILL');
    await agent.end();
    await eventually(
      'the repo is free',
      async () => {
        return (await worker(root, 'signalbox next --worker w2')).code === 0;
      },
      20_000,
    );
  });

  it('C6: while a repo is paused or taken, status and next say so; what runs goes on', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    assert.equal((await person(root, 'pause')).code, 0);
    assert.deepEqual(await nextReasons(root), [8, ['paused']]);
    assert.match((await person(root, 'status')).out, /paused/);
    assert.equal((await person(root, 'resume')).code, 0);
    assert.equal((await status(root)).scopes[0]?.is_paused, false);

    assert.equal((await person(root, 'take')).code, 0);
    assert.deepEqual(await nextReasons(root), [8, ['taken_by_person']]);
    assert.match((await person(root, 'status')).out, /taken by/i);
    assert.equal((await person(root, 'give-back')).code, 0);
    assert.equal((await status(root)).scopes[0]?.taken_by, null);

    const agent = terminal(root, 'signalbox next --worker w1; echo "next $?"');
    await agent.says(/next 0/);
    await person(root, 'pause');
    agent.child.stdin!.write('signalbox turn; echo "turn $?"; signalbox complete; echo "complete $?"\n');
    await agent.says(/continue\nturn 0\n[^]*complete 0/);
  });

  it('W5: an agent ends no lease as a person, not even its own', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = await worker(
      root,
      'signalbox next >/dev/null; for verb in complete release "fail x" checkpoint; do signalbox $verb --operator --task 1; echo "$verb $?"; done',
    );
    assert.equal(agent.out, 'complete 6\nrelease 6\nfail x 6\ncheckpoint 6\n');
    assert.match(agent.err[0]!, /is for a person$/);
    assert.deepEqual(
      (await status(root)).leases.map(({ state }) => state),
      ['acknowledged'],
    );
  });

  it('C16: times are shown by the local clock of any zone, and deadlines are the same instants', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    assert.equal((await worker(root, 'signalbox next >/dev/null')).code, 0);
    const seen = async (zone: string) => {
      const { out } = await signalbox(root, ['status', '--json'], { TZ: zone }).end();
      const { leases } = JSON.parse(out) as { leases: { deadline_at: number; created_at: number }[] };
      const shown = (await signalbox(root, ['task', 'show', '1'], { TZ: zone }).end()).out;
      return { ...leases[0]!, clock: /ago \((?:\d{4}-\d\d-\d\d )?(\d\d:\d\d)\)/.exec(shown)![1] };
    };
    const [there, here] = [await seen('Pacific/Auckland'), await seen('UTC')];
    assert.deepEqual([there.deadline_at, there.created_at], [here.deadline_at, here.created_at]);
    const clockIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
        here.created_at,
      );
    assert.deepEqual([there.clock, here.clock], [clockIn('Pacific/Auckland'), clockIn('UTC')]);
  });
});

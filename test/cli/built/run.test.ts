import assert from 'node:assert/strict';
import { linuxProcessTable } from '../../../src/ipc/processTable.ts';
import { eventually } from '../../kit/eventually.ts';
import { shells } from '../../kit/shells.ts';

describe('signalbox run', function () {
  this.timeout(30_000);
  const { served, person, worker, terminal } = shells();
  const stateOf = async (root: string) =>
    /Lease \w+ ([^:]+(: [a-z ]+)?): workspace/.exec((await person(root, 'task', 'show', '1')).out)![1];

  const served1 = async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'Run me');
    return root;
  };

  it('gives the command its lease, and completes it on exit 0', async () => {
    const root = await served1();
    const ended = await worker(
      root,
      'signalbox run --worker w1 -- sh -c \'echo "$SIGNALBOX_TASK $SIGNALBOX_WORKER"; signalbox prompt | head -1; signalbox turn\'',
    );
    assert.equal(ended.code, 0, ended.err.join('\n'));
    assert.match(ended.out, /^workspace\/1 w1\nSignalbox lease \S+: Run me\ncontinue\n$/);
    assert.equal(await stateOf(root), 'completed');
  });

  it('gives the command its root, and not the switch that makes an editor run as Node', async () => {
    const root = await served1();
    const ended = await worker(
      root,
      `ELECTRON_RUN_AS_NODE=1 signalbox run -- sh -c 'echo "$SIGNALBOX_ROOT [$ELECTRON_RUN_AS_NODE]"'`,
    );
    assert.deepEqual([ended.code, ended.out], [0, `${root} []\n`]);
  });

  it('fails the lease for another try on any other exit, and hands the code on', async () => {
    const root = await served1();
    const ended = await worker(root, 'signalbox run -- sh -c "exit 3"');
    assert.deepEqual([ended.code, ended.out, ended.err], [3, '', []]);
    assert.match((await person(root, 'task', 'show', '1')).out, /stopped: failed[^]*queued/);
    assert.match((await person(root, 'history')).out, /note: exit code 3/);
  });

  it('leaves the lease as it is when the command ended it by itself', async () => {
    const root = await served1();
    const ended = await worker(root, 'signalbox run -- sh -c "signalbox checkpoint --summary half"');
    assert.deepEqual([ended.code, ended.err], [0, []]);
    assert.equal(await stateOf(root), 'checkpointed');
  });

  it('C7: ends the command with all that it started when the lease is lost', async () => {
    const root = await served1();
    const run = terminal(
      root,
      `signalbox run -- sh -c 'sleep 30 & echo "pid $!"; wait; echo never'; echo "exit $?"`,
    );
    const pid = Number((await run.says(/pid \d+\n/)).slice(4));
    await person(root, 'stop', '1');
    await run.says(/exit 4/);
    assert.ok(!run.out.includes('never'));
    assert.match(run.err, /^signalbox: The lease has ended without you\.\n.+\n$/);
    await eventually('what it started has ended too', () => linuxProcessTable.read(pid)?.isEnded ?? true);
  });

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    it(`checkpoints when ${signal} stops it`, async () => {
      const root = await served1();
      const run = terminal(
        root,
        `signalbox run -- sh -c 'echo "run $PPID"; exec sleep 30' & wait $!; echo "exit $?"`,
      );
      const pid = Number((await run.says(/run \d+\n/)).slice(4));
      process.kill(pid, signal);
      await run.says(new RegExp(`exit ${code}`));
      assert.match(
        (await person(root, 'history')).out,
        /lease checkpointed.*\n +summary: Stopped by a signal\./,
      );
    });
  }

  it('C13: its end makes its worker absent, so that another gets the work', async () => {
    const root = await served1();
    const run = terminal(root, `signalbox run -- sh -c 'echo "run $PPID $$"; exec sleep 30'`);
    const [, pid, command] = (await run.says(/run \d+ \d+\n/)).split(' ');
    process.kill(Number(pid), 'SIGKILL');
    process.kill(Number(command), 'SIGKILL');
    await eventually('the same worker may take it elsewhere', async () => {
      return (await worker(root, 'signalbox next')).code === 0;
    });
    run.child.stdin!.end();
  });

  const refused: [what: string, line: string, code: number, error: RegExp][] = [
    ['a command that is missing', 'signalbox run', 2, /^signalbox: run needs a command$/],
    [
      'a command without --',
      'signalbox run npm test',
      2,
      /^signalbox: run does not know what to do with "npm"$/,
    ],
    [
      'a program that is not there',
      'signalbox run -- no-such-program',
      2,
      /"no-such-program" can't be started \(ENOENT\)$/,
    ],
    ['a task that there is not', 'signalbox run --task 99 -- true', 3, /^signalbox: there is no such task$/],
  ];
  for (const [what, line, code, error] of refused) {
    it(`refuses ${what}, and holds nothing`, async () => {
      const root = await served1();
      const ended = await worker(root, line);
      assert.deepEqual([ended.code, ended.out, ended.err.length], [code, '', 2]);
      assert.match(ended.err[0]!, error);
      assert.match((await person(root, 'status')).out, /^0 running/);
    });
  }
});

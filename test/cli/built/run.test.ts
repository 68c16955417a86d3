import assert from 'node:assert/strict';
import { linuxProcessTable } from '../../../src/ipc/processTable.ts';
import { eventually } from '../../kit/eventually.ts';
import { screens } from '../../kit/screens.ts';
import { shells } from '../../kit/shells.ts';

describe('signalbox run', function () {
  this.timeout(30_000);
  const { served, person, worker, terminal, environment } = shells();
  const screen = screens();
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

  it('kills what does not end when asked, also what its command has left behind and what is stopped', async () => {
    const root = await served1();
    const deaf = `trap "" TERM; echo "deaf $$"; while :; do sleep 1; done`;
    const run = terminal(
      root,
      `signalbox run -- sh -c 'sh -c '"'"'${deaf}'"'"' & sleep 30 & kill -STOP $!; echo "stopped $!"; wait'; echo "exit $?"`,
    );
    const [deafPid, stoppedPid] = [
      Number((await run.says(/deaf \d+\n/)).slice(5)),
      Number((await run.says(/stopped \d+\n/)).slice(8)),
    ];
    await person(root, 'stop', '1');
    await run.says(/exit 4/);
    for (const pid of [deafPid, stoppedPid]) assert.ok(linuxProcessTable.read(pid)?.isEnded ?? true);
  });

  it('hands SIGUSR1 on to the command', async () => {
    const root = await served1();
    const line = `signalbox run -- sh -c 'trap "echo heard; exit 0" USR1; echo "run $PPID"; while :; do sleep 0.1; done'; echo "exit $?"`;
    const run = terminal(root, line);
    process.kill(Number((await run.says(/run \d+\n/)).slice(4)), 'SIGUSR1');
    await run.says(/heard\nexit 0/);
    assert.equal(await stateOf(root), 'completed');
  });

  describe('at a terminal', () => {
    const sat = async () => {
      const root = await served1();
      return { root, at: screen(root, environment(root)) };
    };

    it('leaves Ctrl-C to a program that goes on with it, once, and takes its exit', async () => {
      const { root, at } = await sat();
      at.enter('signalbox run -- python3 -q -i; echo "code $?"');
      await at.shows(/^>>>/m);
      at.press('C-c');
      await at.shows(/KeyboardInterrupt/);
      at.enter('print("still", 1 + 1)');
      const shown = await at.shows(/^still 2$/m);
      assert.equal(shown.match(/KeyboardInterrupt/g)?.length, 1);
      at.enter('exit()');
      await at.shows(/^code 0$/m);
      assert.equal(await stateOf(root), 'completed');
    });

    it('checkpoints when Ctrl-C ends the command', async () => {
      const { root, at } = await sat();
      at.enter('signalbox run -- sleep 60; echo "code $?"');
      await eventually('it runs', async () => ((await stateOf(root)) ?? '').startsWith('running'));
      at.press('C-c');
      await at.shows(/code 130$/m);
      assert.equal(await stateOf(root), 'checkpointed');
    });

    it('is stopped by Ctrl-Z with its command, and goes on with fg', async () => {
      const { root, at } = await sat();
      at.enter(`signalbox run -- sh -c 'echo begun; read line; echo "got $line"'`);
      await at.shows(/^begun$/m);
      at.press('C-z');
      await at.shows(/Stopped/);
      at.enter('fg');
      // What is typed before the shell has given the terminal away would be the shell's.
      await at.shows(/^sh> fg\nsignalbox run/m);
      at.enter('some words');
      await at.shows(/^got some words$/m);
      at.enter('echo "code $?"');
      await at.shows(/^code 0$/m);
      assert.equal(await stateOf(root), 'completed');
    });

    it('gives a program the whole terminal, its size included', async () => {
      const { at } = await sat();
      at.enter(`signalbox run -- sh -c 'trap "stty size" WINCH; echo begun; while :; do sleep 0.1; done'`);
      await at.shows(/^begun$/m);
      at.resize(70, 20);
      await at.shows(/^20 70$/m);
    });
  });

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
    [
      'a task that there is not',
      'signalbox run --task 99 -- true',
      3,
      /^signalbox: there is no task "workspace\/99"$/,
    ],
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

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../kit/eventually.ts';
import { shells } from '../../kit/shells.ts';

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('the life of a worker at the command line', function () {
  this.timeout(30_000);
  const { served, person, worker, terminal } = shells();

  it('takes a task, asks, is answered, hands on and completes, without carrying an id', async () => {
    const { root } = await served();
    const added = await person(root, 'task', 'add', 'Fix parser');
    assert.deepEqual([added.code, added.out, added.err], [0, 'workspace/1 todo: "Fix parser"\n', []]);

    const agent = terminal(root, 'signalbox next; echo "next $?"');
    await agent.says(/Signalbox lease .*: Fix parser\n[^]*next 0\n/);
    const sessions = path.join(root, '.signalbox/state/sessions');
    const [name] = readdirSync(sessions);
    assert.equal(statSync(path.join(sessions, name!)).mode & 0o777, 0o600);
    const { epoch } = json(readFileSync(path.join(sessions, name!), 'utf8')) as { epoch: string };
    assert.ok(!agent.out.includes(epoch), 'the epoch is for the calls, not for people');

    agent.child.stdin!.write('signalbox renew; signalbox ask "Keep it?" --option keep --option remove\n');
    const [question] = /Question \w{8} is open/.exec(await agent.says(/Question \w+ is open/))!;
    const status = await person(root, 'status');
    assert.match(
      status.out,
      /1 running.*1 question open\n\nNeeds you\n\w{8} open: Keep it\? \[keep \| remove\]/,
    );
    const id = question.split(' ')[1]!;
    assert.equal((await person(root, 'answer', id, 'neither')).code, 2);
    assert.equal((await person(root, 'answer', id.slice(-5), 'keep')).code, 0);

    agent.child.stdin!.write('signalbox turn --used 10 --limit 100; echo "turn $?"\n');
    await agent.says(/turn 0/);
    const [, decision] = /continue\nDecision (\w+): keep\nSay with the next turn/.exec(agent.out)!;
    agent.child.stdin!.write(`signalbox turn --shown ${decision!} --json; echo "shown $?"\n`);
    await agent.says(/"decisions": \[\],[^]*shown 0/);

    agent.child.stdin!.write(
      'echo \'{"summary": "half", "files_changed": ["a b.ts"]}\' | signalbox checkpoint --from - ; echo "checkpoint $?"\n',
    );
    await agent.says(/checkpointed: workspace\/1 "Fix parser"\nGoes on as \w+ queued[^]*checkpoint 0/);
    assert.deepEqual(readdirSync(sessions), []);
    agent.child.stdin!.write(
      'signalbox next --wait 5s && signalbox complete --summary done; echo "complete $?"\n',
    );
    await agent.says(/completed: workspace\/1 "Fix parser"\ncomplete 0/);
    assert.deepEqual(readdirSync(sessions), []);

    const history = await person(root, 'history', '--task', '1');
    assert.match(history.out, /lease checkpointed.*\n +summary: half\n +files: a b\.ts/);
    assert.match(history.out, /decision recorded[^]*value: keep/);
  });

  it('without work ends with 8, and says of each lease why it was kept back', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    await person(root, 'pause');
    const held = await worker(root, 'signalbox next');
    assert.equal(held.code, 8);
    assert.match(held.out, /^LEASE {5}KEPT BACK +BY\n\w{8} {2}repo paused/);
    assert.deepEqual(held.err, [
      'signalbox: there is nothing to do',
      'Wait for it with --wait, such as --wait 10m; or see `signalbox status`.',
    ]);
    const document = await worker(root, 'signalbox next --json');
    assert.equal(document.code, 8);
    assert.equal((json(document.out)['held'] as { reason: string }[])[0]!.reason, 'paused');
  });

  it('asked for one task, it says why that one is none to wait for', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'Gated', '--class', 'payment');
    await person(root, 'task', 'add', 'Done');
    await person(root, 'complete', '--operator', '--task', '2');
    for (const verb of ['next --task', 'run --task']) {
      const behind = verb.startsWith('run') ? ' -- true' : '';
      const ends = async (task: string) => {
        const { code, err } = await worker(root, `signalbox ${verb} ${task}${behind}`);
        return [code, err[0]];
      };
      assert.deepEqual(await ends('1'), [7, 'signalbox: workspace/1 is held at danger: action_class']);
      assert.deepEqual(await ends('2'), [8, 'signalbox: there is nothing to do on workspace/2: it is done']);
      assert.deepEqual(await ends('99'), [3, 'signalbox: there is no task "workspace/99"']);
    }
  });

  it('T7: an epoch that is carried elsewhere comes from the environment, where no other user can read it', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const taken = await worker(root, 'signalbox next --worker w --session s --json');
    const { lease, epoch } = json(taken.out)['grant'] as { lease: { id: string }; epoch: string };
    const renew = `SIGNALBOX_WORKER=w SIGNALBOX_SESSION=other signalbox renew --lease ${lease.id}`;
    assert.equal((await worker(root, `SIGNALBOX_EPOCH=${epoch} ${renew}`)).code, 0);
    assert.equal((await worker(root, `SIGNALBOX_EPOCH=1.wrong ${renew}`)).code, 4);
  });

  it('names what was probably meant where there is no such task or repo', async () => {
    const { root } = await served();
    mkdirSync(path.join(root, '.signalbox', 'tasks'), { recursive: true });
    writeFileSync(
      path.join(root, '.signalbox', 'tasks', 'own.yaml'),
      'tasks: [{ id: parser, status: todo, title: Parse }]',
    );
    await eventually('the file is read', async () =>
      (await person(root, 'task', 'list')).out.includes('file/parser'),
    );
    const shown = json((await person(root, 'task', 'show', 'file/parser', '--json')).out);
    const { repo } = shown['task'] as { repo: string };
    for (const [args, meant] of [
      [['task', 'show', 'file/parsr'], 'file/parser'],
      [['decide', 'file/praser', 'yes'], 'file/parser'],
      [['stop', 'file/parse'], 'file/parser'],
      [['pause', `${repo}x`], repo],
    ] as const) {
      const { code, err } = await person(root, ...args);
      assert.deepEqual(
        [code, err[1]?.startsWith(`Did you mean ${meant}? List what there is:`)],
        [3, true],
        err.join(' '),
      );
    }
  });

  it('C14: who gave a lease back is told how it gets it again, and gets it only so', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = await worker(
      root,
      'signalbox next >/dev/null; signalbox release; signalbox next >held; echo "next $?"; ' +
        'signalbox next --task 1 >/dev/null; echo "task $?"',
    );
    assert.match(
      agent.out,
      /Goes on as .*\nAnother worker gets it; this one gets it again only by: signalbox next --task workspace\/1\nnext 8\ntask 0\n$/,
    );
  });

  it('what a wait that found nothing says was kept back is that of its end', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    await person(root, 'pause');
    const agent = terminal(root, 'signalbox next --worker waiter --wait 4s; echo "next $?"');
    await eventually('it waits', async () => (await person(root, 'worker', 'list')).out.includes('waiter'));
    await person(root, 'take');
    await person(root, 'resume');
    await agent.says(/next 8/);
    assert.match(agent.out, /taken/);
    assert.doesNotMatch(agent.out, /repo paused/);
  });

  it('waits for work, and gets it at once when there is some', async () => {
    const { root } = await served();
    const agent = terminal(root, 'signalbox next --wait 60s; echo "next $?"');
    await person(root, 'task', 'add', 'Late');
    await agent.says(/: Late\n[^]*next 0/);
  });

  it('a wait that Ctrl-C ends holds nothing', async () => {
    const { root } = await served();
    const agent = terminal(
      root,
      'trap "" INT; (trap - INT; exec signalbox next --worker waiter --wait 60s) & wait $!; echo "next $?"',
    );
    await eventually('the call is heard', async () =>
      (await person(root, 'worker', 'list')).out.includes('waiter'),
    );
    const { pid } = agent.child;
    const children = readFileSync(`/proc/${pid!}/task/${pid!}/children`, 'utf8').trim();
    assert.match(children, /^\d+$/);
    process.kill(Number(children), 'SIGINT');
    await agent.says(/next 130/);
    await person(root, 'task', 'add', 'Later');
    assert.match((await person(root, 'status')).out, /0 running/);
  });

  it('T7: a person answers, an agent does not, whatever key it could read', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = await worker(
      root,
      'signalbox next >/dev/null; signalbox ask "Go?" --json | grep -o \'"id": ".*"\' | cut -d\'"\' -f4 >id; ' +
        'signalbox answer "$(cat id)" yes; echo "answer $?"; signalbox pause; echo "pause $?"; signalbox stop 1; echo "stop $?"',
    );
    assert.equal(agent.out, 'answer 6\npause 6\nstop 6\n');
    assert.deepEqual(agent.err.slice(0, 2), [
      'signalbox: question.answer is for a person',
      'Do it in VS Code, or in a terminal that no agent was started from.',
    ]);
    assert.equal(agent.err.length, 6);
    assert.match((await person(root, 'questions')).out, /open +workspace\/1/);
  });

  it('W7: a task that a worker adds waits, and the answer says who can start it', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = await worker(root, 'signalbox next >/dev/null; signalbox task add "Two"');
    assert.equal(agent.code, 0);
    assert.match(
      agent.out,
      /^workspace\/2 wait: "Two"\nA person starts it.*: signalbox task update workspace\/2 --status todo\n$/,
    );
    assert.equal((await person(root, 'task', 'update', '2', '--status', 'todo')).code, 0);
  });

  it('W5: a person ends a lease for its worker, which hears it at its next call', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = terminal(root, 'signalbox next; echo "next $?"');
    await agent.says(/next 0/);
    const ended = await person(root, 'complete', '--operator', '--task', '1');
    assert.match(ended.out, /completed: workspace\/1 "One"/);
    agent.child.stdin!.write('signalbox turn; echo "turn $?"\n');
    await agent.says(/turn 4/);
    assert.match(agent.err, /^signalbox: The lease has ended without you\.\nStop work on it/);
  });

  it('C14: a lost holder gets its work back with `rearm`', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = terminal(root, 'signalbox next; echo "next $?"');
    await agent.says(/next 0/);
    await person(root, 'release', '--operator', '--task', '1');
    agent.child.stdin!.write(
      'signalbox renew; echo "renew $?"; signalbox rearm; signalbox complete; echo "complete $?"\n',
    );
    await agent.says(
      /renew 4\n[^]*Continue using Signalbox history[^]*completed: workspace\/1[^]*complete 0/,
    );
  });

  it('C12: a second worker of the same name is told which process it is, and to take a name of its own', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = terminal(root, 'signalbox next; echo "next $?"');
    await agent.says(/next 0/);
    const second = await worker(root, 'signalbox next');
    assert.deepEqual([second.code, second.out], [4, '']);
    assert.deepEqual(second.err, [
      `signalbox: The worker is running in process ${agent.child.pid!}.`,
      'Work under a name of your own: --worker NAME.',
    ]);
  });

  it('an agent session keeps its lease from whatever process it calls', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const env = { SIGNALBOX_SESSION: 's/1', SIGNALBOX_WORKER: 'night-shift' };
    assert.equal((await worker(root, 'signalbox next', env)).code, 0);
    assert.equal((await worker(root, 'signalbox renew', env)).code, 0);
    assert.equal((await worker(root, 'signalbox renew', { ...env, SIGNALBOX_SESSION: 's/2' })).code, 2);
    assert.equal((await worker(root, 'signalbox complete --worker night-shift', env)).code, 0);
  });

  it('a question that nobody answers in time stays open: exit 8', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const agent = await worker(root, 'signalbox next >/dev/null; signalbox ask "Go?" --wait 100ms');
    assert.deepEqual([agent.code, agent.out], [8, '']);
    assert.match(agent.err[0]!, /^signalbox: nobody has answered question \w{8} yet$/);
    assert.match((await person(root, 'questions')).out, /Go\?/);
  });
});

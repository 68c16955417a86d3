import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shells } from '../../kit/shells.ts';

describe('the command line and the coordinator', function () {
  this.timeout(30_000);
  const { folder, served, signalbox, person, worker, terminal } = shells();

  it('init makes a commented configuration and an example task, and never overwrites', async () => {
    const root = folder();
    const first = await person(root, 'init', '--json');
    const made = ['.signalbox/config.json', '.signalbox/tasks/example.yaml'].map((file) =>
      path.join(root, file),
    );
    assert.deepEqual(JSON.parse(first.out), { root, made, kept: [] });
    writeFileSync(made[0]!, '{ "leaseTtl": 60 }');
    const second = await person(root, 'init', '--json');
    assert.deepEqual(JSON.parse(second.out), { root, made: [], kept: made });
    assert.equal(readFileSync(made[0]!, 'utf8'), '{ "leaseTtl": 60 }');
  });

  it('init says what is in its way', async () => {
    const root = folder();
    writeFileSync(path.join(root, '.signalbox'), '');
    const { code, out, err } = await person(root, 'init');
    assert.deepEqual([code, out, err.length], [2, '', 2]);
    assert.match(err[0]!, /config\.json can't be made \((EEXIST|ENOTDIR)\)/);
  });

  it('without a workspace: exit 9, and how to make one', async () => {
    const { code, out, err } = await person(folder(), 'status');
    assert.deepEqual(
      { code, out, err },
      {
        code: 9,
        out: '',
        err: [
          'signalbox: no Signalbox workspace here or above',
          'Change to the folder, or run `signalbox init` in it.',
        ],
      },
    );
  });

  it('without a coordinator: exit 9 and the way out, at once', async () => {
    const root = folder();
    await person(root, 'init');
    const began = Date.now();
    const { code, out, err } = await person(root, 'next');
    const tookMs = Date.now() - began;
    assert.deepEqual([code, out], [9, '']);
    assert.deepEqual(err, [
      `signalbox: no coordinator runs for ${root}`,
      'Open the folder in VS Code, or run `signalbox serve`.',
    ]);
    // 300 ms are for an idle machine; a repetition for some seconds would still be seen on a busy one.
    assert.ok(tookMs < 2_000, `${tookMs} ms`);
  });

  it('a coordinator that was killed: exit 9 at once, though its heartbeat is fresh, and the next one takes over', async () => {
    const { root, coordinator } = await served();
    await person(root, 'task', 'add', 'Kept');
    const { pid } = coordinator.child;
    coordinator.signal('SIGKILL');
    await coordinator.end();
    const began = Date.now();
    const { code, err } = await person(root, 'status');
    const tookMs = Date.now() - began;
    assert.equal(code, 9);
    assert.match(err[0]!, new RegExp(`^signalbox: the coordinator of .* \\(pid ${pid!}\\) has ended`));
    assert.match(err[1]!, /^Open the folder in VS Code, or run `signalbox serve`\. Nothing .* is lost\.$/);
    assert.ok(tookMs < 2_000, `${tookMs} ms`);
    const doctor = await person(root, 'doctor');
    assert.equal(doctor.code, 1);
    assert.match(doctor.out, /look {2}writer file: its process has ended: .*\n {6}-> Start a coordinator/);
    const next = signalbox(root, ['serve']);
    await next.says(/Signalbox serves/);
    assert.match((await person(root, 'task', 'list')).out, /Kept/);
    next.signal('SIGINT');
    assert.equal((await next.end()).code, 0);
  });

  it('serve says in one line where it is, and Ctrl-C stops it cleanly', async () => {
    const { root, coordinator } = await served();
    const { pid } = coordinator.child;
    coordinator.signal('SIGINT');
    const { code, out, err } = await coordinator.end();
    assert.deepEqual([code, err], [0, []]);
    assert.match(
      out,
      new RegExp(`^Signalbox serves .* \\(pid ${pid!}, .*\\.sock\\)\\. Ctrl-C stops it\\.\n$`),
    );
    assert.equal((await person(root, 'status')).code, 9);
  });

  it('a second serve is refused at once, naming the first', async () => {
    const { root, coordinator } = await served();
    const { code, out, err } = await person(root, 'serve');
    assert.deepEqual([code, out, err.length], [4, '', 2]);
    assert.match(err[0]!, new RegExp(`process ${coordinator.child.pid!}\\b`));
    assert.equal((await person(root, 'status')).code, 0);
  });

  it('S3: serve --restore goes on from a backup, and keeps what it replaces', async () => {
    const { root, coordinator } = await served();
    await person(root, 'task', 'add', 'Kept');
    const made = JSON.parse((await person(root, 'backup', '--json')).out) as { path: string };
    await person(root, 'task', 'add', 'Later');
    coordinator.signal('SIGINT');
    await coordinator.end();
    const next = signalbox(root, ['serve', '--restore', path.relative(root, made.path)]);
    await next.says(/Signalbox serves/);
    const { out } = await person(root, 'task', 'list');
    assert.match(out, /Kept/);
    assert.ok(!out.includes('Later'));
    assert.equal(readdirSync(path.dirname(made.path)).length, 2);
    next.signal('SIGINT');
    assert.equal((await next.end()).code, 0);
    const refused = await person(root, 'serve', '--restore', 'nowhere.db');
    assert.deepEqual([refused.code, refused.err.length], [3, 2], refused.err.join('\n'));
  });

  it('serve --once ticks once and ends', async () => {
    const root = folder();
    await person(root, 'init');
    writeFileSync(path.join(root, '.signalbox/tasks/a.yaml'), 'tasks: [{ id: a, status: todo, title: A }]');
    const { code, err } = await person(root, 'serve', '--once');
    assert.deepEqual([code, err], [0, []]);
    const next = signalbox(root, ['serve']);
    await next.says(/Signalbox serves/);
    assert.match((await person(root, 'task', 'list')).out, /file\/a +todo/);
  });

  it('status shows the first of a long queue and each problem with its next step; next names who has the repo', async () => {
    const root = folder();
    mkdirSync(path.join(root, '.signalbox/tasks'), { recursive: true });
    const tasks = Array.from({ length: 56 }, (_, at) => ({
      id: `t${at}`,
      status: 'todo',
      title: `Task ${at}`,
    }));
    const messages = [{ id: 'm', to_agent: 'nobody', subject: '[action] Look', body: '' }];
    writeFileSync(path.join(root, '.signalbox/tasks/a.json'), JSON.stringify({ tasks, messages }));
    await signalbox(root, ['serve']).says(/Signalbox serves/);
    const holder = terminal(root, 'signalbox next; echo "next $?"');
    const [, id] = /^Signalbox lease \S+(\w{8}): Task 0\n/.exec(await holder.says(/^Signalbox[^]*next 0/))!;
    const { out } = await person(root, 'status');
    assert.match(out, /file\/t50 .* Task 50\nand 5 more: signalbox task list\n/);
    assert.match(out, /\nsource file: 1 ignored; m is for nobody known here\n {2}Add the repo or worker/);
    const kept = await worker(root, 'signalbox next --worker other');
    assert.match(kept.out, new RegExp(`repo in use +${id}\n`));
  });

  it('an output that takes nothing: exit 1 in two lines', async () => {
    const { code, err } = await worker(folder(), 'signalbox version >/dev/full');
    assert.deepEqual([code, err.length], [1, 2]);
    assert.equal(err[0], "signalbox: the output can't be written (ENOSPC)");
  });

  it('doctor goes on past what it may not look at', async () => {
    const { root } = await served();
    const loop = path.join(root, 'loop');
    symlinkSync(loop, loop);
    const { code, out, err } = await signalbox(root, ['doctor'], { XDG_CONFIG_HOME: loop }).end();
    assert.deepEqual([code, err.length], [1, 2]);
    assert.match(out, /wrong operator key: can't be looked at \(ELOOP.*\n {6}-> Call as the user/);
    assert.match(out, /writer file: term 1/);
  });

  it('doctor finds nothing wrong with a healthy workspace, and names what is with another', async () => {
    const { root } = await served();
    const well = await person(root, 'doctor');
    assert.equal(well.code, 0, well.out);
    assert.match(well.out, /ok {4}coordinator: answers/);
    writeFileSync(path.join(root, '.signalbox/config.json'), '{ "leaseTTL": 1 }');
    const ill = await person(root, 'doctor', '--json');
    // The host looks at the file by itself; both answers are of a valid moment, so ask until it has.
    const wrong =
      ill.code === 1
        ? ill
        : await until(
            () => person(root, 'doctor', '--json'),
            ({ code }) => code === 1,
          );
    const { findings } = JSON.parse(wrong.out) as {
      findings: { name: string; level: string; says: string }[];
    };
    const configuration = findings.find(({ name }) => name === 'configuration')!;
    assert.equal(configuration.level, 'error');
    assert.match(configuration.says, /leaseTtl/);
  });

  it('works from a folder below, and for a repo of its own', async () => {
    const { root } = await served();
    mkdirSync(path.join(root, 'a b/c'), { recursive: true });
    const added = await worker(
      root,
      'cd "a b/c" && signalbox task add "From below" && signalbox next --json',
    );
    assert.equal(added.code, 0, added.err.join('\n'));
  });

  it('output that nobody reads to its end is no error', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const { code, err } = await worker(root, 'set -o pipefail; signalbox history | head -1 >/dev/null');
    assert.deepEqual([code, err], [0, []]);
  });

  it('a colour is never in what is no terminal', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    assert.ok(!(await person(root, 'status')).out.includes('\u001b'));
  });
});

async function until<T>(look: () => Promise<T>, isTrue: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await look();
    if (isTrue(value)) return value;
    if (Date.now() > deadline) assert.fail(`not in time: ${JSON.stringify(value)}`);
  }
}

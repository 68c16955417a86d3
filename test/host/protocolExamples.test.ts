import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { hosts } from '../kit/hosts.ts';

const run = promisify(execFile);
const examples = path.resolve(import.meta.dirname, '../../docs/examples');

describe('the examples of docs/protocol.md', () => {
  const { root: newRoot, start, connect } = hosts();

  async function serving(): Promise<string> {
    const root = newRoot('odd "name" ✓');
    await start(root);
    await (await connect(root, 'operator')).request('task.add', { title: 'Fix "the" parser' });
    return root;
  }

  it('protocol.py greets the coordinator and lists its tasks', async function () {
    this.timeout(20_000);
    const root = await serving();
    const { stdout } = await run('python3', [path.join(examples, 'protocol.py')], { cwd: root });
    const [greeting, task] = stdout.split('\n');
    assert.equal(greeting, `worker surface of ${root}, term 1`);
    assert.match(task ?? '', /^workspace\/\S+: Fix "the" parser \(todo\)$/);
  });

  it('protocol.sh does so with socat', async function () {
    this.timeout(20_000);
    const root = await serving();
    const { stdout } = await run('sh', [path.join(examples, 'protocol.sh')], { cwd: root });
    const [hello, list] = stdout.split('\n');
    const { result: welcome } = JSON.parse(hello ?? '') as { result: { surface: string; root: string } };
    assert.deepEqual([welcome.surface, welcome.root], ['worker', root]);
    const { result } = JSON.parse(list ?? '') as { result: { tasks: { title: string }[] } };
    assert.deepEqual(
      result.tasks.map(({ title }) => title),
      ['Fix "the" parser'],
    );
  });

  for (const [program, script] of [
    ['python3', 'protocol.py'],
    ['sh', 'protocol.sh'],
  ] as const) {
    it(`${script} says what to do where nobody serves`, async function () {
      this.timeout(20_000);
      await assert.rejects(
        run(program, [path.join(examples, script)], { cwd: newRoot() }),
        /No coordinator serves this folder: run `signalbox serve`\./,
      );
    });
  }
});

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shells } from '../../kit/shells.ts';

/** Each takes a part of the start that an agent would wait for at every call. */
const heavy = [
  ...['child_process', 'crypto', 'fs/promises', 'http', 'https', 'readline', 'tls', 'util/parse_args'],
  ...['worker_threads', 'zlib'],
];

describe('what a call of an agent has to load', function () {
  this.timeout(30_000);
  const { served, person, worker } = shells();

  it('is neither the other verbs nor a slow part of Node', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const probe = path.join(path.dirname(root), 'probe.cjs');
    writeFileSync(
      probe,
      `const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const builtins = process.moduleLoadList.filter((name) => !before.has(name));
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  require('node:fs').writeFileSync('loaded.json', JSON.stringify({ builtins, files }));
});
`,
    );
    const { code } = await worker(
      root,
      `signalbox next >/dev/null && NODE_OPTIONS='--require ../probe.cjs' signalbox renew`,
    );
    assert.equal(code, 0);
    const loaded = JSON.parse(readFileSync(path.join(root, 'loaded.json'), 'utf8')) as {
      readonly builtins: readonly string[];
      readonly files: readonly string[];
    };
    assert.deepEqual(
      loaded.files.map((file) => path.basename(file)),
      ['cli.cjs', 'lease.cjs'],
    );
    const names = loaded.builtins.map((name) => name.replace('NativeModule ', ''));
    assert.ok(names.includes('net'));
    assert.deepEqual(
      heavy.filter((name) => names.includes(name)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Running } from '../kit/shells.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const checkout = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('the package for machines without an editor', function () {
  this.timeout(120_000);
  const folder = temporaryFolders();

  it('is installed by npm without a network, holds only what it needs, and serves', async () => {
    const place = folder();
    const env = {
      PATH: process.env['PATH'],
      HOME: place,
      XDG_RUNTIME_DIR: place,
      npm_config_cache: path.join(place, 'cache'),
      npm_config_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
    const { version } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
      version: string;
    };
    await run('npm', ['pack', '--silent', '--pack-destination', place], { cwd: checkout, env });
    const prefix = path.join(place, "it's a prefix");
    const packed = path.join(place, `signalbox-${version}.tgz`);
    await run('npm', ['install', '--global', '--silent', '--prefix', prefix, packed], { cwd: place, env });

    const files = readdirSync(path.join(prefix, 'lib/node_modules/signalbox'), { recursive: true });
    const bundles = ['cli', 'host', 'launcher', 'lease', 'store', 'verbs'].map((name) => `dist/${name}.cjs`);
    const expected = [...bundles, 'dist/sql-wasm.wasm', 'dist', 'package.json'];
    assert.deepEqual([...files].sort(), [...expected, 'LICENSE', 'README.md'].sort());

    const root = path.join(place, 'workspace');
    mkdirSync(root);
    const signalbox = path.join(prefix, 'bin/signalbox');
    const said = async (...args: string[]) => (await run(signalbox, args, { cwd: root, env })).stdout;
    assert.match(await said('version'), new RegExp(version.replaceAll('.', '\\.')));
    await said('init');
    const coordinator = new Running(
      spawn(signalbox, ['serve'], { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] }),
    );
    try {
      await coordinator.says(/Signalbox serves .*\n/);
      assert.equal(await said('task', 'add', 'One'), 'workspace/1 todo: "One"\n');
      assert.match(await said('next', '--worker', 'w', '--session', 's'), /: One\n/);
      assert.match(await said('renew', '--session', 's'), /^Lease \w+ lasts until/);
      assert.match(await said('complete', '--session', 's'), /completed: workspace\/1 "One"/);
    } finally {
      coordinator.signal('SIGTERM');
      assert.equal((await coordinator.end()).code, 0);
    }
  });
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../editor/harness/editors.ts';
import { markedProcesses } from '../editor/harness/processes.ts';
import { startBrowser } from '../editor/harness/startBrowser.ts';
import { Workbench } from '../editor/harness/workbench.ts';
import { eventually } from '../kit/eventually.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** A stand-in for the desktop's `code`: notes its arguments, and is a window that stays open until it is ended. */
const fakeCode = (noted: string): string => `#!/bin/sh
for word; do printf '%s\\n' "$word" >> '${noted}'; done
case " $* " in *" --wait "*) exec tail -f /dev/null ;; esac
`;

describe('npm start', function () {
  this.timeout(240_000);
  const folder = temporaryFolders();
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });

  function start(env: NodeJS.ProcessEnv): Started {
    const child = spawn(process.execPath, ['--import', 'tsx', 'test/start/main.ts'], {
      cwd: checkout,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    }
    return { child, output: () => text };
  }

  const workspaceIn = (output: string): string => /The workspace is (\S+),/.exec(output)?.[1] ?? '';
  const says = (what: string, { child, output }: Started, text: RegExp): Promise<unknown> =>
    eventually(
      what,
      () => {
        assert.equal(child.exitCode, null, output());
        return text.test(output());
      },
      180_000,
    );

  async function endsCleanly({ child, output }: Started): Promise<void> {
    const workspace = workspaceIn(output());
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    assert.deepEqual(await exited, [0, null], output());
    assert.ok(workspace !== '' && !existsSync(path.dirname(workspace)), workspace);
    assert.deepEqual(markedProcesses(path.basename(path.dirname(workspace))), []);
  }

  it('without `code` it shows a VS Code for the browser in which two workers work, only with its token', async () => {
    const started = start({ PATH: withoutCode() });
    await says('it is open', started, /The workspace is/);
    const address = /http:\S+/.exec(started.output())?.[0] ?? '';
    const stranger = await fetch(address.replace(/tkn=\w+/, ''));
    assert.equal(stranger.status, 403);
    const browser = await startBrowser(process.env);
    try {
      const page = await browser.context.newPage();
      await page.goto(address);
      const workbench = new Workbench(page);
      await workbench.ready();
      await workbench.open('Signalbox');
      for (const worker of ['web', 'api'])
        await workbench.row('Leases', new RegExp(`${worker} · running`)).waitFor({ timeout: 60_000 });
      await workbench.screenshot('start');
    } finally {
      await browser.close();
    }
    await endsCleanly(started);
  });

  it('with `code` on the PATH it opens that on a profile of its own', async () => {
    const bin = folder();
    const noted = path.join(bin, 'noted');
    writeFileSync(path.join(bin, 'code'), fakeCode(noted));
    chmodSync(path.join(bin, 'code'), 0o755);
    const started = start({ PATH: [bin, process.env['PATH']].join(path.delimiter) });
    await says('it is open', started, /The workspace is/);
    const workspace = workspaceIn(started.output());
    const home = path.dirname(path.dirname(workspace));
    await eventually('it was called twice', () => readFileSync(noted, 'utf8').includes('--wait'));
    const own = ['--user-data-dir', `${home}/data`, '--extensions-dir', `${home}/extensions`];
    const words = readFileSync(noted, 'utf8').trim().split('\n');
    const vsix = words.find((word) => word.endsWith('.vsix')) ?? '';
    assert.deepEqual(words, [
      ...[...own, '--install-extension', vsix],
      ...[...own, '--new-window', '--wait', workspace],
    ]);
    await endsCleanly(started);
  });
});

/** The PATH without the folders in which a desktop VS Code is. */
const withoutCode = (): string =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !existsSync(path.join(folder, 'code')))
    .join(path.delimiter);

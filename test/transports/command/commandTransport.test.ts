import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { TransportFault } from '../../../src/coordinator/ports.ts';
import type { RepoSlug } from '../../../src/core/model/ids.ts';
import { LOG_LIMIT } from '../../../src/transports/command/cappedLog.ts';
import { commandWorkers } from '../../kit/commandWorker.ts';
import { eventually } from '../../kit/eventually.ts';
import { settingsWith } from '../../kit/settings.ts';
import { offerTo, transportContract, unreachableContract } from '../transportContract.ts';

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('the transport that starts commands', () => {
  const newWorker = commandWorkers();

  transportContract(async () => {
    const own = newWorker();
    const transport = await own.open();
    return {
      transport,
      worker: own.setting,
      jobs: async (atLeast) => {
        await eventually('the command writes down its start', () => own.jobs().length >= atLeast);
        return own.jobs().length;
      },
      reopen: async () => {
        transport.dispose();
        return own.open({ term: 2 });
      },
      endWorker: () => own.end(),
    };
  });

  unreachableContract(async () => {
    const own = newWorker({ command: ['/nowhere/agent'] });
    return { transport: await own.open(), worker: own.setting };
  });

  it('the command runs in the folder of the repo, with the usual variables and those that are named', async () => {
    const own = newWorker({ env: ['MY_SETTING'] });
    const env = {
      ...{ PATH: process.env['PATH'], HOME: '/home/pat', LC_ALL: 'C', XDG_RUNTIME_DIR: '/run/user/1' },
      ...{ MY_SETTING: 'yes', API_TOKEN: 'secret', NODE_OPTIONS: '--no-warnings', SIGNALBOX_KEY: 'secret' },
    };
    const transport = await own.open({ env, bin: '/opt/signalbox/bin' });
    await transport.send(offerTo(own.setting), own.setting);
    await eventually('the command writes down its start', () => own.jobs().length === 1);
    const [job] = own.jobs();
    assert.equal(job?.cwd, path.join(own.root, 'web'));
    // Node hands its own coverage on to every child while it measures.
    const { PATH, NODE_V8_COVERAGE: _, ...others } = job.env;
    assert.equal(PATH, `/opt/signalbox/bin:${process.env['PATH'] ?? ''}`);
    assert.deepEqual(others, {
      ...{ HOME: '/home/pat', LC_ALL: 'C', XDG_RUNTIME_DIR: '/run/user/1', MY_SETTING: 'yes' },
      ...{ SIGNALBOX_ROOT: own.root, SIGNALBOX_WORKER: 'w1', SIGNALBOX_NODE: process.execPath },
    });
  });

  it('C6: a worker whose command still runs is busy, also for the next coordinator, and then free again', async () => {
    const own = newWorker();
    const transport = await own.open();
    await transport.send(offerTo(own.setting), own.setting);
    const busy = await transport.look(own.setting);
    assert.ok(!busy.ok);
    assert.equal(busy.reason, 'worker_busy');
    assert.deepEqual(await (await own.open({ term: 2 })).look(own.setting), busy);
    await own.end();
    assert.ok((await transport.look(own.setting)).ok);
  });

  it('T7: what it started is known as a worker, also to the next coordinator', async () => {
    const own = newWorker();
    const transport = await own.open();
    await transport.send(offerTo(own.setting), own.setting);
    const { launcher, run } = own.sent.all()[0]!;
    assert.ok(run);
    for (const one of [transport, await own.open({ term: 2 })]) {
      assert.deepEqual([one.hasStarted(launcher), one.hasStarted(run)], [true, true]);
      assert.equal(one.hasStarted({ ...launcher, startedAt: launcher.startedAt + 1 }), false);
    }
  });

  it('says at once when a command has ended', async () => {
    const own = newWorker();
    const transport = await own.open();
    let calls = 0;
    const watching = transport.watch(() => {
      calls += 1;
    });
    await transport.send(offerTo(own.setting), own.setting);
    assert.equal(calls, 0);
    await own.end();
    await eventually('it calls back', () => calls > 0);
    watching.dispose();
  });

  it('C8: the reason of a failed delivery says how the command ended and where its output is', async () => {
    const own = newWorker();
    own.script("console.log('hello'); console.error('oh no')");
    const transport = await own.open();
    const offer = offerTo(own.setting);
    const { endpointId } = await transport.send(offer, own.setting);
    await own.end();
    const log = `.signalbox/state/logs/w1-${offer.messageId}.log`;
    assert.deepEqual(await transport.read(offer.leaseId, offer.messageId), {
      endpointId,
      state: 'failed',
      reason: `the command ended with exit code 3 before it acknowledged; its output is in ${log}`,
    });
    assert.deepEqual(readFileSync(path.join(own.root, log), 'utf8').split('\n').sort(), [
      '',
      'hello',
      'oh no',
    ]);
  });

  for (const code of [9, 10]) {
    it(`C11, S4: a command that found no coordinator (exit code ${code}) has not failed: its offer is sent again`, async () => {
      const own = newWorker();
      own.script(`process.exit(${code})`);
      const transport = await own.open();
      const offer = offerTo(own.setting);
      await transport.send(offer, own.setting);
      await own.end();
      assert.equal(await transport.read(offer.leaseId, offer.messageId), null);
      assert.equal((await transport.look(own.setting)).ok, true);
      await transport.send({ ...offer, attempt: 2 }, own.setting);
      await own.end();
      assert.equal(own.jobs().length, 2);
    });
  }

  it('C11: what ended unanswered is started again under the same message, and an older send is ignored', async () => {
    const own = newWorker();
    const transport = await own.open({ term: 2 });
    const offer = offerTo(own.setting);
    await transport.send(offer, own.setting);
    await own.end();
    const again = await transport.send({ ...offer, attempt: 2 }, own.setting);
    assert.equal(again.state, 'injected');
    await own.end();
    const late = await own.open({ term: 1 });
    await assert.rejects(late.send({ ...offer, attempt: 3 }, own.setting), TransportFault);
    await assert.rejects(transport.send(offer, own.setting), TransportFault);
    assert.equal(own.jobs().length, 2);
  });

  it('C10: a program or a folder that is not there makes the worker undeliverable, with what to do', async () => {
    const own = newWorker();
    const transport = await own.open();
    const missing = { ...own.setting, options: { command: ['no-such-program'] } };
    const look = await transport.look(missing);
    assert.deepEqual(look, {
      ok: false,
      reason: 'undeliverable',
      detail:
        "there is no program no-such-program on the PATH: install it, or correct the worker's command in .signalbox/config.json",
    });
    const record = await transport.send(offerTo(missing), missing);
    assert.deepEqual(record, { endpointId: null, state: 'undeliverable', reason: look.detail });
    const script = { ...own.setting, options: { command: ['./agent.sh'] } };
    const there = await transport.look(script);
    assert.match(there.ok ? '' : there.detail, /no program .*web\/agent\.sh:/);
    renameSync(path.join(own.root, 'web'), path.join(own.root, 'moved'));
    const gone = await transport.look(own.setting);
    assert.match(gone.ok ? '' : gone.detail, /folder .*web is not there: make it, or correct repos/);
  });

  it('C10: a launcher that can not be started is a transient fault', async () => {
    const own = newWorker();
    const noNode = await own.open({ node: path.join(own.root, 'no-node') });
    await assert.rejects(noNode.send(offerTo(own.setting), own.setting), { kind: 'transient' });
    const noLauncher = await own.open({ launcher: path.join(own.root, 'no-launcher.cjs') });
    await assert.rejects(noLauncher.send(offerTo(own.setting), own.setting), { kind: 'transient' });
    assert.ok((await noLauncher.look(own.setting)).ok);
  });

  it('its files are for their user alone, and forgotten a week later', async () => {
    const own = newWorker();
    const transport = await own.open();
    const offer = offerTo(own.setting);
    await transport.send(offer, own.setting);
    await own.end();
    const state = path.join(own.root, '.signalbox', 'state');
    const start = path.join(state, 'sent', `${offer.messageId}.1.json`);
    const log = path.join(state, 'logs', `w1-${offer.messageId}.log`);
    assert.deepEqual([start, log].map(modeOf), [0o600, 0o600]);
    assert.deepEqual(
      ['sent', 'logs'].map((name) => modeOf(path.join(state, name))),
      [0o700, 0o700],
    );
    await own.open({ now: () => Date.now() + 6 * 86_400_000 });
    assert.deepEqual([start, log].map(existsSync), [true, true]);
    await own.open({ now: () => Date.now() + 8 * 86_400_000 });
    assert.deepEqual([start, log].map(existsSync), [false, false]);
  });

  it('its log ends at the limit, and the command does not wait for it', async () => {
    const own = newWorker();
    own.script("for (let i = 0; i < 40; i += 1) require('node:fs').writeSync(1, 'x'.repeat(65535) + '\\n')");
    const transport = await own.open();
    const offer = offerTo(own.setting);
    await transport.send(offer, own.setting);
    await own.end();
    const text = readFileSync(
      path.join(own.root, '.signalbox', 'state', 'logs', `w1-${offer.messageId}.log`),
      'utf8',
    );
    assert.equal(text.length, LOG_LIMIT);
    assert.match(text, /x\nsignalbox: the output goes on, but this log ends at 1048576 bytes\.\n$/);
  });

  it('a worker of several repos is started in the folder of the one that the lease is of', async () => {
    const own = newWorker();
    const settings = settingsWith({ repos: [{ slug: 'api' as RepoSlug, path: '.' }] });
    const transport = await own.open({ settings: () => settings });
    await transport.send(offerTo(own.setting, { repo: 'api' as RepoSlug }), own.setting);
    await eventually('the command writes down its start', () => own.jobs().length === 1);
    assert.equal(own.jobs()[0]?.cwd, own.root);
  });
});

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandsOf } from '../../../src/host/commandsOf.ts';
import type { Client } from '../../../src/ipc/client.ts';
import { groupLives } from '../../../src/transports/command/isRunning.ts';
import { SentMessages } from '../../../src/transports/command/sentMessages.ts';
import { eventually } from '../../kit/eventually.ts';
import { hosts } from '../../kit/hosts.ts';
import { installed } from '../../kit/installed.ts';

/** Says that it runs, and goes on until it is told to end. */
const command = ['sh', '-c', 'echo "$SIGNALBOX_TASK" >> ../jobs; until [ -e ../stop ]; do sleep 0.02; done'];

const configuration = {
  repos: { web: 'web' },
  workers: { bot: { repos: ['web'], transport: 'command', options: { command } } },
};

describe('a worker with a command, a real host and the command line', function () {
  this.timeout(60_000);
  const roots: string[] = [];
  // Before the folders go.
  afterEach(async () => {
    for (const root of roots.splice(0)) {
      writeFileSync(path.join(root, 'stop'), '');
      const sent = new SentMessages(path.join(root, '.signalbox', 'state', 'sent'));
      await eventually('the launchers end', () =>
        sent.all().every(({ launcher }) => !groupLives(launcher.pid)),
      );
    }
  });
  const { root: newRoot, start, connect } = hosts();

  /** A host in which a person has confirmed the command (C22). */
  async function open(): Promise<{ root: string; person: Client; restart: () => Promise<Client> }> {
    const root = newRoot();
    roots.push(root);
    mkdirSync(path.join(root, 'web'));
    writeFileSync(path.join(root, '.signalbox', 'config.json'), JSON.stringify(configuration));
    const options = { transports: commandsOf(path.join(installed(), 'dist')) };
    const host = await start(root, options);
    const person = await connect(root, 'operator');
    const { unconfirmed } = await person.request('config.show', {});
    await person.request('config.confirm', { digest: unconfirmed?.digest ?? '' });
    return {
      root,
      person,
      restart: async () => {
        await host.dispose();
        await start(root, options);
        return connect(root, 'operator');
      },
    };
  }

  const leasesOf = async (person: Client) =>
    (await person.request('lease.list', {})).leases.map(({ task_id, state, worker }) => [
      task_id,
      state,
      worker,
    ]);
  const jobsOf = (root: string): string[] => {
    const file = path.join(root, 'jobs');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  };

  it('C6, C8: each task is one process, which acknowledges and completes it, and the next follows at once', async () => {
    const { root, person } = await open();
    writeFileSync(path.join(root, 'stop'), '');
    for (const title of ['one', 'two']) await person.request('task.add', { title });
    const done = [
      ['workspace/1', 'completed', 'bot'],
      ['workspace/2', 'completed', 'bot'],
    ];
    // Sooner than two ordinary ticks would do it.
    const isDone = async () => JSON.stringify(await leasesOf(person)) === JSON.stringify(done);
    await eventually('both are completed', isDone, 25_000);
    assert.deepEqual(jobsOf(root), ['workspace/1', 'workspace/2']);
  });

  it('C9: what runs outlives its coordinator, is not started again, and ends under the next one', async () => {
    const { root, person, restart } = await open();
    await person.request('task.add', { title: 'one' });
    await eventually('it runs', () => jobsOf(root).length === 1, 25_000);
    const after = await restart();
    assert.deepEqual(await leasesOf(after), [['workspace/1', 'acknowledged', 'bot']]);
    writeFileSync(path.join(root, 'stop'), '');
    const isDone = async () => (await leasesOf(after))[0]?.[1] === 'completed';
    await eventually('it is completed', isDone, 25_000);
    assert.deepEqual(jobsOf(root), ['workspace/1']);
  });

  it('C6: a repo outside of the root is worked in, with SIGNALBOX_ROOT, and another root above it plays no part', async () => {
    const { root, person } = await open();
    const api = path.join(path.dirname(root), 'api');
    mkdirSync(path.join(api, '.signalbox', 'state'), { recursive: true });
    const say = ['sh', '-c', 'pwd >> "$SIGNALBOX_ROOT/jobs"'];
    const outside = {
      repos: { api: '../api' },
      workers: { bot: { ...configuration.workers.bot, repos: ['api'] } },
    };
    const workers = { bot: { ...outside.workers.bot, options: { command: say } } };
    writeFileSync(path.join(root, '.signalbox', 'config.json'), JSON.stringify({ ...outside, workers }));
    await eventually('the change is read', async () => {
      const { unconfirmed } = await person.request('config.show', {});
      if (unconfirmed !== null) await person.request('config.confirm', { digest: unconfirmed.digest });
      return unconfirmed !== null;
    });
    await person.request('task.add', { title: 'one' });
    const isDone = async () => (await leasesOf(person))[0]?.[1] === 'completed';
    await eventually('it is completed', isDone, 25_000);
    assert.deepEqual(jobsOf(root), [api]);
  });
});

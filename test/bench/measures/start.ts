import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeLauncher } from '../../../src/vscode/launcher.ts';
import { BenchHost } from '../kit/benchHost.ts';
import { spread } from '../kit/statistics.ts';
import { addTasks, connectTo } from '../kit/workers.ts';
import type { Measured } from '../report/result.ts';
import type { Bench } from './bench.ts';

/** 40 of each in all. */
const callsARound = 8;

/** What an agent waits for when it calls `signalbox renew`, beside what any call of Node takes. */
export async function start(bench: Bench): Promise<Measured> {
  const { places, amount } = bench;
  const { bundles, folder, userFolder } = places;
  const root = places.root('start');
  const host = await BenchHost.start(places.of(root));
  const person = await connectTo({ root, userFolder }, 'operator');
  try {
    await addTasks(person, 1, 1);
    const cli = join(bundles, 'cli.cjs');
    const launchers = join(folder, 'bin');
    await writeLauncher(launchers, { node: process.execPath, cli });
    const env = {
      // Without what the machine adds to each start of Node, such as more certificates to read.
      PATH: process.env['PATH'],
      HOME: userFolder,
      XDG_CONFIG_HOME: userFolder,
      SIGNALBOX_SESSION: 'bench',
      SIGNALBOX_WORKER: 'repo00',
    };
    const run = (program: string, args: readonly string[]): number => {
      const begin = performance.now();
      const { status, stderr } = spawnSync(program, args, { cwd: root, env });
      const took = performance.now() - begin;
      if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr.toString()}`);
      return took;
    };
    run(process.execPath, [cli, 'next', '--repo', 'repo00']);
    // It is the processor that is measured here, so a slow spell of the disk matters little.
    const all = Array.from({ length: amount.rounds * callsARound }, () => ({
      node: run(process.execPath, ['-e', '0']),
      renew: run(process.execPath, [cli, 'renew']),
      launched: run(join(launchers, 'signalbox'), ['renew']),
      version: run(process.execPath, [cli, 'version']),
    }));
    return {
      id: 'start',
      title: 'A call of the command line',
      how: '`signalbox renew` of a held lease, from the start of its process to its end, beside `node -e 0`: one of each in a round, each ratio of two neighbours.',
      rounds: all.length,
      slowRounds: 0,
      figures: [
        { name: 'node -e 0', unit: 'ms', value: spread(all.map(({ node }) => node)) },
        { name: 'renew', unit: 'ms', value: spread(all.map(({ renew }) => renew)) },
        {
          name: 'renew through the launcher',
          unit: 'ms',
          value: spread(all.map(({ launched }) => launched)),
        },
        {
          name: 'version, without a coordinator',
          unit: 'ms',
          value: spread(all.map(({ version }) => version)),
        },
        {
          name: 'renew through the launcher to node -e 0',
          unit: 'x',
          value: spread(all.map(({ launched, node }) => launched / node)),
        },
      ],
      goals: [
        {
          ...{ name: 'renew to node -e 0', unit: 'x', must: '<=', bound: 1.25 },
          value: spread(all.map(({ renew, node }) => renew / node)),
        },
      ],
      notes: [],
    };
  } finally {
    person.dispose();
    await host.kill();
  }
}

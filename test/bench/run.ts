/**
 * `npm run bench`: measures the built coordinator, its limit and others side by side, and writes docs/bench.
 * `--only durable,growth` runs some parts, `--quick` only sees that they work; both write to `--out DIR` or nowhere.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { Places } from './kit/places.ts';
import type { Bench, Measure } from './measures/bench.ts';
import { durableCommand } from './measures/durableCommand.ts';
import { engines } from './measures/engines.ts';
import { growth } from './measures/growth.ts';
import { loopBlock } from './measures/loopBlock.ts';
import { opening } from './measures/opening.ts';
import { start } from './measures/start.ts';
import type { Measured } from './report/result.ts';
import { machineOf } from './report/machine.ts';
import { markdown } from './report/markdown.ts';
import { writeReport } from './report/writeReport.ts';
import { Stores } from './seed/stores.ts';

const measures: Readonly<Record<string, Measure>> = {
  durable: durableCommand,
  growth,
  opening,
  block: loopBlock,
  start,
  engines,
};

const options = {
  only: { type: 'string' },
  out: { type: 'string' },
  quick: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const wanted = values.only?.split(',') ?? Object.keys(measures);
const isPart = values.only !== undefined || values.quick === true;
const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const places = new Places();
const amount =
  values.quick === true
    ? { rounds: 1, share: 0.1, largestStore: 10_000 }
    : { rounds: 5, share: 1, largestStore: 1_000_000 };
const bench: Bench = { places, stores: new Stores(places), amount, say };
const measured: Measured[] = [];
const loads: number[] = [];
try {
  for (const name of wanted) {
    const measure = measures[name];
    if (measure === undefined)
      throw new Error(`there is no part ${name}: take of ${Object.keys(measures).join(', ')}`);
    say(name);
    measured.push(await measure(bench));
    loads.push(os.loadavg()[0] ?? 0);
  }
} finally {
  places.dispose();
}
const folder = values.out ?? (isPart ? null : 'docs/bench');
if (folder !== null) writeReport(folder, measured, machineOf(loads));
process.stdout.write(`${markdown(measured, machineOf(loads))}\n`);

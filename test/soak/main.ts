/** `npm run soak -- [--minutes 10]`: ends with 1 if anything is not as it must be. */
import { parseArgs } from 'node:util';
import { planOf } from './plan.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const result = await soak(planOf(Number(values.minutes)), console.log, stop.signal);
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.faults.length === 0 ? 0 : 1;

/** Entry of `dist/lease.cjs`: the verbs of a lease. */
import { leaseVerbs } from './leaseVerbs.ts';
import { start } from './start.ts';

start(leaseVerbs);

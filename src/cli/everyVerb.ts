/** Entry of `dist/verbs.cjs`: all verbs. */
import { start } from './start.ts';
import { verbTable } from './verbTable.ts';

start(verbTable);

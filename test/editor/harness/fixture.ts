import path from 'node:path';
import { checkout } from './editors.ts';

/** The workspace of which each run opens a copy. */
export const fixture = path.join(checkout, 'test/editor/fixture');

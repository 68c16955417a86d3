import path from 'node:path';
import { checkout } from './editors.ts';

/** The workspaces of which each run opens a copy: one without a register, and one with tasks for two repositories. */
export const fixture = path.join(checkout, 'test/editor/fixture');
export const station = path.join(checkout, 'test/editor/station');
/** One repository, and a scripted worker for a terminal. */
export const yard = path.join(checkout, 'test/editor/yard');

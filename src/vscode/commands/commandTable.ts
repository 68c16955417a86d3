import type { CommandName } from '../ids.ts';
import { ackLease } from './ackLease.ts';
import { backUpStore } from './backUpStore.ts';
import { completeLease } from './completeLease.ts';
import type { Command } from './running.ts';

/** Commands that need a coordinator. Without one they say so, and what to do. */
export const commandTable: Readonly<
  Record<Exclude<CommandName, 'initializeWorkspace' | 'showLog'>, Command>
> = {
  ackLease,
  completeLease,
  backUpStore,
};

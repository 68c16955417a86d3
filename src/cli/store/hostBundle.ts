import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure } from '../commandFailure.ts';
import type { World } from '../world.ts';

/** The program that can open a store; this one can't. @throws CommandFailure */
export function hostBundle({ programFolder }: Pick<World, 'programFolder'>): string {
  const host = path.join(programFolder, 'host.cjs');
  if (existsSync(host)) return host;
  throw new CommandFailure(exitCodes.internal, `${host} is missing`, 'Install Signalbox anew.');
}

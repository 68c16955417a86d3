import { askHostProgram } from '../../ipc/hostProgram.ts';
import type { RequestOptions } from '../../ipc/jsonLineConnection.ts';
import type { World } from '../world.ts';
import { hostBundle } from './hostBundle.ts';

/** Runs the host's bundle beside the command line with these words, and gives its result. */
export const askHost = async <T>(
  world: Pick<World, 'env' | 'programFolder'>,
  words: readonly string[],
  watch?: Pick<RequestOptions, 'signal' | 'onProgress'>,
): Promise<T> => askHostProgram<T>({ file: hostBundle(world), env: world.env }, words, watch);

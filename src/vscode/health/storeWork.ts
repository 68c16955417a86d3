import { askHostProgram } from '../../ipc/hostProgram.ts';
import type { RequestOptions } from '../../ipc/jsonLineConnection.ts';
import type { Params, Result, StoreMethod } from '../../protocol/methods.ts';
import type { OpenRoot } from '../roots.ts';
import { longWork } from './longWork.ts';
import type { Programs } from './rootCommand.ts';

/**
 * Does something with the whole store, with progress: through its coordinator, or where none answers in a process of its
 * own, which touches nothing that another one has.
 * @returns undefined when a person cancelled it
 */
export const storeWork = <M extends StoreMethod>(
  root: OpenRoot,
  programs: Programs,
  method: M,
  params: Params<M>,
  title: string,
): Promise<Result<M> | undefined> =>
  longWork(title, (options) =>
    root.client.isConnected
      ? root.client.call(method, params, options)
      : unserved(root, programs, method, params, options),
  );

const unserved = <M extends StoreMethod>(
  { path }: OpenRoot,
  { host }: Programs,
  method: M,
  params: Params<M>,
  options: RequestOptions,
): Promise<Result<M>> =>
  askHostProgram(host, ['store', method, '--root', path, '--params', JSON.stringify(params)], options);

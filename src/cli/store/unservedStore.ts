import { ProtocolError } from '../../protocol/errors.ts';
import { methods, type Params, type Result, type StoreMethod } from '../../protocol/methods.ts';
import type { RequestOptions } from '../../ipc/jsonLineConnection.ts';
import type { Call } from '../verb.ts';
import { askHost } from './askHost.ts';

/** Runs a method of a store that nobody serves, in a process that can open it. Aborting ends that process. */
export async function unservedStore<M extends StoreMethod>(
  call: Call,
  method: M,
  params: Params<M>,
  watch: Pick<RequestOptions, 'signal' | 'onProgress'>,
): Promise<Result<M>> {
  refuseWorker(call, method);
  const words = ['store', method, '--root', call.root(), '--params', JSON.stringify(params)];
  return askHost(call.world, words, watch);
}

/** A coordinator would know the caller by its processes (T7); here an agent is known by what it was given. */
function refuseWorker({ world }: Call, method: StoreMethod): void {
  if (methods[method].surface === 'worker' || world.env['SIGNALBOX_LEASE'] === undefined) return;
  throw new ProtocolError(
    'forbidden',
    `${method} is for a person`,
    'Do it in VS Code, or in a terminal that no agent was started from.',
  );
}

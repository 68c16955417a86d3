import { PositionGone, RegisterFault } from '../../coordinator/ports.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { WorkerId } from '../../core/model/ids.ts';
import type { MethodName } from '../../protocol/methods.ts';
import { parseParams } from '../../protocol/schemas.ts';
import { StoreBusy } from '../../store/sqlite/writer/holder.ts';
import { registerError } from '../registerError.ts';
import { positionGone } from '../positionGone.ts';
import { leaseMethods } from './leaseMethods.ts';
import type { Handlers, MethodContext, MethodHandler } from './methodContext.ts';
import { placeMethods } from './placeMethods.ts';
import { storeMethods } from './storeMethods.ts';
import { systemMethods } from './systemMethods.ts';
import { taskMethods } from './taskMethods.ts';
import { turnMethods } from './turnMethods.ts';

const handlers: Handlers = {
  ...leaseMethods,
  ...turnMethods,
  ...taskMethods,
  ...placeMethods,
  ...systemMethods,
  ...storeMethods,
};

/** Checks a request's parameters and runs its method; whatever is thrown becomes an error of the wire. */
export async function handleRequest(
  method: MethodName,
  params: unknown,
  context: MethodContext,
): Promise<unknown> {
  const handler: MethodHandler<never> | undefined = handlers[method];
  if (handler === undefined) {
    throw new ProtocolError('invalid_params', `this version does not have ${method}`, 'Update Signalbox.');
  }
  const parsed = parseParams(method, params);
  if (!parsed.ok) throw parsed.error;
  try {
    const answer = await handler(parsed.value, context);
    noteCaller(parsed.value, context);
    return answer;
  } catch (error) {
    throw asProtocolError(error);
  }
}

/** A worker that was answered is where its call came from: so its terminal is known, also one that was restored (W6). */
function noteCaller(params: object, { session, turns }: MethodContext): void {
  const { surface, above } = session.identity;
  const worker = 'worker' in params ? params.worker : null;
  if (surface === 'worker' && typeof worker === 'string') turns.calledFrom(worker as WorkerId, above);
}

function asProtocolError(error: unknown): unknown {
  if (error instanceof StoreBusy) return new ProtocolError('busy', error.message, error.next);
  if (error instanceof PositionGone) return positionGone(error);
  return error instanceof RegisterFault ? registerError(error) : error;
}

import os from 'node:os';
import { agentPrograms } from '../agents/agentPrograms.ts';
import type { ProcessRef } from '../core/model/lease.ts';
import { authenticator, type AuthenticatorOptions, sameOrigin } from '../ipc/authenticator.ts';
import type { NoticeProcess } from '../coordinator/workerTurns.ts';
import { isTerminalShell, workerProcess } from '../ipc/workerProcess.ts';
import type { ProtocolError } from '../protocol/errors.ts';
import type { HelloParams } from '../protocol/hello.ts';
import type { Caller } from './methods/methodContext.ts';

/** Who a `hello` is: its surface, the name under which a person's acts are recorded, and the worker's own process (C13). */
export function callers(options: AuthenticatorOptions): (hello: HelloParams) => Caller | ProtocolError {
  const authenticate = authenticator(options);
  const operator = os.userInfo().username;
  return (hello) => {
    const identity = authenticate(hello);
    if (!('surface' in identity)) return identity;
    return { ...identity, operator, process: processOf(hello, options), above: above(hello, options) };
  };
}

/** By which a notice is known to come from a pane's program. */
const above = ({ origin, ancestors }: HelloParams, options: AuthenticatorOptions): NoticeProcess[] =>
  sameOrigin(origin, options.origin)
    ? ancestors.map((each) => ({ pid: each.pid, startedAt: each.started_at, isShell: isTerminalShell(each) }))
    : [];

/** Null where its number means nothing here: then the holder counts as present until its deadline (C13). */
function processOf(hello: HelloParams, { origin }: AuthenticatorOptions): ProcessRef | null {
  const found = sameOrigin(hello.origin, origin) ? workerProcess(hello, agentPrograms) : null;
  return found === null ? null : { pid: found.pid, startedAt: found.started_at };
}

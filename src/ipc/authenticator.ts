import { ProtocolError } from '../protocol/errors.ts';
import type { HelloParams, ProcessOrigin, ProcessView } from '../protocol/hello.ts';
import { sameSecret } from './sameSecret.ts';
import type { Identity } from './session.ts';

export interface AuthenticatorOptions {
  readonly token: string;
  readonly operatorKey: string;
  /** Where this coordinator's pids mean something. */
  readonly origin: ProcessOrigin;
  /** A process of a worker: started by Signalbox, or holder of a lease now or before (T7). */
  readonly isWorkerProcess: (process: ProcessView) => boolean;
}

export const sameOrigin = (one: ProcessOrigin, other: ProcessOrigin): boolean =>
  one.host === other.host && one.boot_id === other.boot_id && one.pid_namespace === other.pid_namespace;

/**
 * Who a `hello` is. The operator key gives the operator surface, unless a worker's process is among the caller and its
 * ancestors: a person acts in VS Code or in a terminal of their own.
 */
export function authenticator(
  options: AuthenticatorOptions,
): (hello: HelloParams) => Identity | ProtocolError {
  const isWorkers = (hello: HelloParams) =>
    sameOrigin(hello.origin, options.origin) &&
    [hello.process, ...hello.ancestors].some(options.isWorkerProcess);
  return (hello) => {
    const hasKey = sameSecret(hello.operator_key ?? '', options.operatorKey);
    const hasToken = sameSecret(hello.token ?? '', options.token);
    if (hasKey && !isWorkers(hello)) return { surface: 'operator' };
    if (hasKey || hasToken) return { surface: 'worker' };
    return new ProtocolError(
      'unauthenticated',
      'neither the token nor the operator key is right',
      'Read the token anew from the newest writer file in .signalbox/state.',
    );
  };
}

import os from 'node:os';
import { ProtocolError } from '../protocol/errors.ts';
import type { ClientKind, HelloParams } from '../protocol/hello.ts';
import { PROTOCOL_VERSION } from '../protocol/version.ts';
import { type Client, type ClientHandlers, connect } from './client.ts';
import { discover, discoveryError, type DiscoveryPlace } from './discovery.ts';
import type { ProcessIdentity } from './processIdentity.ts';
import type { Timers } from './timers.ts';

/** Who connects; the rest of `hello` is found out. */
export interface Caller {
  readonly kind: ClientKind;
  readonly name: string;
  readonly version: string;
  readonly identity: ProcessIdentity;
  /** From the user's configuration folder; not given: the worker surface. */
  readonly operatorKey?: string | undefined;
}

export interface CoordinatorOptions {
  readonly place: DiscoveryPlace;
  readonly caller: Caller;
  /** For the connection and `hello`, when somebody listens. Nobody there is known at once. */
  readonly timeoutMs: number;
  readonly handlers?: ClientHandlers;
  readonly timers?: Timers;
}

/** Rejects with a `ProtocolError` that says what to do; `facts.discovery` tells the ways in which nobody was found. */
export async function connectToCoordinator(options: CoordinatorOptions): Promise<Client> {
  const found = discover(options.place);
  if (!found.ok) {
    const { kind, root } = found.error;
    throw (
      (kind === 'no_coordinator' ? await storageFault(root, options) : null) ?? discoveryError(found.error)
    );
  }
  const { root, writer } = found.value;
  try {
    return await connect({
      ...options,
      endpoint: writer.endpoint,
      hello: helloOf(options.caller, root, writer.token),
    });
  } catch (error) {
    const kind = failureKind(error);
    if (kind === null) throw error;
    throw discoveryError({ kind, root, writer }, error);
  }
}

function failureKind(error: unknown): 'sandboxed' | 'stale' | null {
  if (!(error instanceof ProtocolError)) return null;
  if (error.kind === 'sandboxed') return 'sandboxed';
  return error.kind === 'unavailable' && error.facts['refused'] === true ? 'stale' : null;
}

/**
 * Of a coordinator that withdrew its name because its disk fails, and says so under its fixed endpoint; null: nobody does.
 * Nobody vouches for who listens there, so no secret is shown.
 */
async function storageFault(root: string | null, options: CoordinatorOptions): Promise<ProtocolError | null> {
  if (root === null) return null;
  try {
    // Only here, since it loads `crypto`, which each call of an agent would pay for.
    const { endpointName, ownEndpointPlace } = await import('./endpointName.ts');
    const endpoint = endpointName(root, ownEndpointPlace(process.env, os.tmpdir()));
    const hello = helloOf({ ...options.caller, operatorKey: undefined }, root);
    const client = await connect({ ...options, endpoint, hello });
    client.dispose();
    return null;
  } catch (error) {
    return error instanceof ProtocolError && error.kind === 'storage' ? error : null;
  }
}

const helloOf = (caller: Caller, root: string, token?: string): HelloParams => ({
  protocol_version: PROTOCOL_VERSION,
  ...(token === undefined ? {} : { token }),
  ...(caller.operatorKey === undefined ? {} : { operator_key: caller.operatorKey }),
  kind: caller.kind,
  name: caller.name,
  version: caller.version,
  ...caller.identity,
  root,
});

import { uuid7 } from '../base/uuid7.ts';
import type { Client } from '../ipc/client.ts';
import { connectToCoordinator } from '../ipc/connectToCoordinator.ts';
import type { RequestOptions } from '../ipc/jsonLineConnection.ts';
import { readOperatorKey } from '../ipc/operatorKey.ts';
import type { ProcessIdentity } from '../ipc/processIdentity.ts';
import { GIVE_UP_AFTER_MS, rediscoveringClient } from '../ipc/rediscoveringClient.ts';
import { nodeTimers } from '../ipc/timers.ts';
import { userFolder } from '../ipc/userFolder.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { Surface } from '../protocol/hello.ts';
import type { MethodName, Params, Result } from '../protocol/methods.ts';
import type { World } from './world.ts';

/** The coordinator, as a verb calls it. */
export interface ServerConnection {
  /** Rejects with a `ProtocolError`. Repeats safely when the coordinator moves. */
  request<M extends MethodName>(method: M, params: Params<M>, options?: RequestOptions): Promise<Result<M>>;
  /** Runs for every connection that is made, the first one included. */
  onConnected(run: (client: Client) => void): void;
  dispose(): void;
}

export interface ConnectionPlace {
  readonly world: World;
  /** The verb, which health shows. */
  readonly verb: string;
  readonly identity: () => ProcessIdentity;
}

const CONNECT_WITHIN_MS = 5_000;
/** A coordinator that takes longer is stopped or stuck: no answer of its own takes that long. */
const ANSWER_WITHIN_MS = 30_000;

/** `person`: the operator surface and nothing less. */
export type Access = Surface | 'person';

/**
 * `operator`: shows the key where there is one; which surface it gives is the coordinator's to say (T7). `person`: the
 * same, and a caller that does not get it is refused before it asks for anything.
 */
export function openConnection(place: ConnectionPlace, access: Access): ServerConnection {
  const { world, verb, identity } = place;
  const key = access !== 'worker' ? readOperatorKey(userFolder(world)) : null;
  const client = rediscoveringClient({
    connect: async () => {
      const client = await connectToCoordinator({
        place: { workingDirectory: world.workingDirectory, rootHint: world.env['SIGNALBOX_ROOT'] },
        caller: {
          kind: 'cli',
          name: `signalbox ${verb}`,
          version: world.version,
          identity: identity(),
          operatorKey: key ?? undefined,
        },
        timeoutMs: CONNECT_WITHIN_MS,
      });
      if (access !== 'person' || client.welcome.surface === 'operator') return client;
      client.dispose();
      throw forPersons(verb);
    },
    giveUpAfterMs: GIVE_UP_AFTER_MS,
    now: world.now,
    timers: nodeTimers,
    // It has to be another one each time, not a secret: `crypto` would take a tenth of the start to load.
    newRequestId: () =>
      uuid7(
        world.now(),
        Uint8Array.from({ length: 10 }, () => Math.random() * 256),
      ),
  });
  return {
    request: async (method, params, options = {}) => {
      try {
        return await client.request(method, params, { timeoutMs: ANSWER_WITHIN_MS, ...options });
      } catch (error) {
        throw access !== 'worker' && key === null ? withoutKey(error) : error;
      }
    },
    onConnected: (run) => void client.onConnected(run),
    dispose: () => client.dispose(),
  };
}

const forPersons = (verb: string): ProtocolError =>
  new ProtocolError(
    'forbidden',
    `${verb} --operator is for a person`,
    'Do it in VS Code, or in a terminal that no agent was started from.',
    { facts: { surface: 'worker' } },
  );

/** Refused for want of a key that nobody has made is another matter than refused to an agent. */
function withoutKey(error: unknown): unknown {
  if (!(error instanceof ProtocolError) || error.facts['surface'] !== 'worker') return error;
  const next = 'Call as the user that the coordinator runs as, or start it anew: it makes the key.';
  return new ProtocolError('forbidden', `${error.message}, and there is no operator key`, next, {
    cause: error,
    facts: error.facts,
  });
}

import { faultCodes, ProtocolError } from '../protocol/errors.ts';
import type { MethodName } from '../protocol/methods.ts';
import { PROTOCOL_VERSION } from '../protocol/version.ts';

const helloNext = 'Send `hello` first, with the token of the newest writer file; the CLI does so by itself.';

export const helloFirst = (): ProtocolError =>
  new ProtocolError('unauthenticated', 'the first request is `hello`', helloNext);

export const noHello = (withinMs: number): ProtocolError =>
  new ProtocolError('unauthenticated', `no \`hello\` came within ${withinMs} ms`, helloNext);

export const badHello = (field: string): ProtocolError =>
  new ProtocolError('invalid_params', `hello: ${field}: missing or not of its type`, helloNext, {
    facts: { field },
  });

export const secondHello = (): ProtocolError =>
  new ProtocolError('invalid_state', '`hello` was said already', 'Open another connection to say it anew.');

/** Names both versions; the launcher then runs the server's own version of the command line. */
export const versionMismatch = (client: number, serverVersion: string): ProtocolError =>
  new ProtocolError(
    'unavailable',
    `the client speaks protocol ${client}, the coordinator ${PROTOCOL_VERSION}`,
    `Use Signalbox ${serverVersion} on both sides: reload the windows, or update the older side.`,
    {
      facts: {
        version_mismatch: true,
        client_protocol_version: client,
        protocol_version: PROTOCOL_VERSION,
        server_version: serverVersion,
      },
    },
  );

export const unknownMethod = (method: string): ProtocolError =>
  new ProtocolError(
    'invalid_params',
    `unknown method ${JSON.stringify(method.slice(0, 64))}`,
    'See the methods in docs/protocol.md.',
    { code: faultCodes.unknownMethod },
  );

export const paramsNotAnObject = (method: MethodName): ProtocolError =>
  new ProtocolError(
    'invalid_params',
    `${method}: params: expected an object`,
    `See the parameters of ${method} in docs/protocol.md.`,
    { facts: { field: 'params', method } },
  );

export const operatorOnly = (method: MethodName): ProtocolError =>
  new ProtocolError(
    'forbidden',
    `${method} is for a person`,
    'Do it in VS Code, or in a terminal that no agent was started from.',
    { facts: { method, surface: 'worker' } },
  );

export const tooManyConnections = (limit: number): ProtocolError =>
  new ProtocolError('busy', `${limit} clients are connected`, 'Close some, or try again in a moment.', {
    facts: { limit, retry_after_ms: 1_000 },
  });

export const slowReader = (resumeFrom: number): ProtocolError =>
  new ProtocolError(
    'busy',
    'events were not read in time',
    `Connect again and subscribe from position ${resumeFrom}.`,
    { facts: { resume_from: resumeFrom } },
  );

/** The writer leaves or was replaced: what ran may or may not be done. */
export const moved = (message = 'the coordinator has moved'): ProtocolError =>
  new ProtocolError(
    'unavailable',
    message,
    'Find the coordinator again and repeat with the same request id.',
    {
      facts: { moved: true },
    },
  );

import { faultCodes, fromWire, ProtocolError, type WireError } from './errors.ts';
import type { Frame } from './framing.ts';
import { MAX_NESTING, nestsDeeper } from './nesting.ts';

export type MessageId = string | number;

export interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly method: string;
  readonly params?: unknown;
}

export interface NotificationMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: unknown;
}

export interface ResultMessage {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly result: unknown;
}

/** `id` null: about the connection, not one request; when the connection closes next, it is the reason. */
export interface ErrorMessage {
  readonly jsonrpc: '2.0';
  readonly id: MessageId | null;
  readonly error: WireError;
}

export type Message = RequestMessage | NotificationMessage | ResultMessage | ErrorMessage;

/** What one line says. `broken` is answered under the id that it names, else under null. */
export type Incoming =
  | { readonly kind: 'request'; readonly id: MessageId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: MessageId; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: MessageId | null; readonly error: ProtocolError }
  | { readonly kind: 'broken'; readonly id: MessageId | null; readonly error: ProtocolError };

const oneRequest =
  'Send one JSON-RPC 2.0 request a line: {"jsonrpc":"2.0","id":1,"method":...,"params":{...}}.';

const broken = (id: MessageId | null, code: number, message: string): Incoming => ({
  kind: 'broken',
  id,
  error: new ProtocolError('invalid_params', message, oneRequest, { code }),
});

const tooLarge: Incoming = {
  kind: 'broken',
  id: null,
  error: new ProtocolError(
    'too_large',
    'a message was longer than 1 MiB',
    'Send less in one call: a shorter text, or a smaller page.',
  ),
};

const isId = (value: unknown): value is MessageId =>
  (typeof value === 'string' && value.length <= 128) || Number.isSafeInteger(value);

/** Reads one frame; never throws. */
export function parseFrame(frame: Frame): Incoming {
  if (frame.kind === 'too_large') return tooLarge;
  if (frame.kind === 'not_utf8') return broken(null, faultCodes.parse, 'a line was not UTF-8');
  let message: unknown;
  try {
    message = JSON.parse(frame.text);
  } catch {
    return broken(null, faultCodes.parse, 'a line was not JSON');
  }
  return parseMessage(message);
}

function parseMessage(value: unknown): Incoming {
  if (Array.isArray(value)) return broken(null, faultCodes.invalidRequest, 'batches are not taken');
  if (typeof value !== 'object' || value === null) {
    return broken(null, faultCodes.invalidRequest, 'a message is an object');
  }
  const message = value as Readonly<Record<string, unknown>>;
  const id = isId(message['id']) ? message['id'] : null;
  if (nestsDeeper(value)) {
    return broken(id, faultCodes.invalidRequest, `a message nests at most ${MAX_NESTING} arrays and objects`);
  }
  if (message['jsonrpc'] !== '2.0') return broken(id, faultCodes.invalidRequest, 'jsonrpc is "2.0"');
  if ('method' in message) return parseCall(message, id);
  if ('error' in message) return { kind: 'error', id, error: fromWire(message['error']) };
  if ('result' in message && id !== null) return { kind: 'result', id, result: message['result'] };
  return broken(id, faultCodes.invalidRequest, 'a message has a method, a result or an error');
}

function parseCall(message: Readonly<Record<string, unknown>>, id: MessageId | null): Incoming {
  const { method, params } = message;
  if (typeof method !== 'string') return broken(id, faultCodes.invalidRequest, 'method is text');
  if (!('id' in message)) return { kind: 'notification', method, params };
  if (id === null) return broken(null, faultCodes.invalidRequest, 'id is an integer, or text of at most 128');
  return { kind: 'request', id, method, params };
}

export const requestMessage = (id: MessageId, method: string, params: unknown): RequestMessage => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

export const notificationMessage = (method: string, params: unknown): NotificationMessage => ({
  jsonrpc: '2.0',
  method,
  params,
});

/** A handler that answers nothing answers null: JSON has no undefined, and a result must be there. */
export const resultMessage = (id: MessageId, result: unknown): ResultMessage => ({
  jsonrpc: '2.0',
  id,
  result: result ?? null,
});

export const errorMessage = (id: MessageId | null, error: ProtocolError): ErrorMessage => ({
  jsonrpc: '2.0',
  id,
  error: error.toWire(),
});

/**
 * Every refusal on the wire: a kind to act on, a sentence for a person, the next step, and the facts needed to take it.
 * Facts never hold an epoch, a token or a gate's text. Only codes cross the socket: a client makes its own error of them.
 */
import type { Rejection } from '../core/rejection.ts';

export const errorCodes = {
  /** Token, key or first message is wrong. */
  unauthenticated: 1,
  /** Not on this surface, or another worker's or repo's lease (W1). */
  forbidden: 2,
  not_found: 3,
  conflict: 4,
  expired: 5,
  gated: 6,
  invalid_state: 7,
  busy: 8,
  too_large: 9,
  /** The position asked for has been archived; facts: `oldest`. */
  gone: 10,
  /** Outcome unknown: repeat with the same request id (store rule 12). */
  storage: 11,
  newer_schema: 12,
  /** No coordinator answers. facts: `moved` (another writer took over; outcome unknown) or `version_mismatch`. */
  unavailable: 13,
  /** A sandbox refuses the socket. */
  sandboxed: 14,
  /** JSON-RPC's own: broken JSON, not a request, unknown method, bad parameter. */
  invalid_params: -32602,
  internal: -32603,
} as const;

export type ErrorKind = keyof typeof errorCodes;

/** Reserved by JSON-RPC 2.0; on the wire they carry `data.kind` `invalid_params`. */
export const faultCodes = { parse: -32700, invalidRequest: -32600, unknownMethod: -32601 } as const;

export type ErrorFacts = Readonly<Record<string, string | number | boolean | null>>;

/** `error` of a JSON-RPC response. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly kind: ErrorKind; readonly next: string; readonly facts: ErrorFacts };
}

interface ProtocolErrorOptions extends ErrorOptions {
  readonly facts?: ErrorFacts;
  /** A reserved code in place of the kind's own. */
  readonly code?: number;
}

/** An error whose message and next step may be shown to a person. */
export class ProtocolError extends Error {
  readonly kind: ErrorKind;
  readonly code: number;
  /** What to do next, one sentence. */
  readonly next: string;
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, next: string, options: ProtocolErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ProtocolError';
    this.kind = kind;
    this.code = options.code ?? errorCodes[kind];
    this.next = next;
    this.facts = options.facts ?? {};
  }

  /** The writer has gone; whether the request was done is not known (protocol, hand-over). */
  get isMoved(): boolean {
    return this.kind === 'unavailable' && this.facts['moved'] === true;
  }

  toWire(): WireError {
    const { kind, next, facts } = this;
    return { code: this.code, message: this.message, data: { kind, next, facts } };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isKind = (value: unknown): value is ErrorKind =>
  typeof value === 'string' && Object.hasOwn(errorCodes, value);

function factsOf(value: unknown): ErrorFacts {
  if (!isRecord(value)) return {};
  const isPlain = (fact: unknown) => fact === null || ['string', 'number', 'boolean'].includes(typeof fact);
  return Object.fromEntries(Object.entries(value).filter(([, fact]) => isPlain(fact))) as ErrorFacts;
}

/** Makes an error of what came over the wire; a kind that this side does not know becomes `internal`. */
export function fromWire(error: unknown): ProtocolError {
  const wire = isRecord(error) ? error : {};
  const data = isRecord(wire['data']) ? wire['data'] : {};
  const message = typeof wire['message'] === 'string' ? wire['message'] : 'the other side sent no reason';
  const next = typeof data['next'] === 'string' ? data['next'] : 'Run `signalbox doctor`.';
  return new ProtocolError(isKind(data['kind']) ? data['kind'] : 'internal', message, next, {
    facts: factsOf(data['facts']),
    ...(typeof wire['code'] === 'number' ? { code: wire['code'] } : {}),
  });
}

/** What a thrown value is on the wire: a fault that nobody foresaw is `internal` and keeps its text to itself. */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  return new ProtocolError(
    'internal',
    'the coordinator met a fault',
    'See its log, then run `signalbox doctor`.',
    {
      cause: error,
    },
  );
}

/** The core's refusal: its kinds are kinds of the wire. */
export const fromRejection = (rejection: Rejection): ProtocolError =>
  new ProtocolError(rejection.kind, rejection.message, rejection.next, { facts: rejection.facts });

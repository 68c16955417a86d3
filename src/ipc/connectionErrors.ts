import { ProtocolError } from '../protocol/errors.ts';

const repeat = 'Repeat with the same request id.';

/** The other side is gone without a word: whether what it was asked is done is not known. */
export const closedError = (cause?: Error): ProtocolError =>
  new ProtocolError('unavailable', 'the connection closed before the answer came', repeat, {
    cause,
    facts: { closed: true },
  });

export const timeoutError = (method: string, timeoutMs: number): ProtocolError =>
  new ProtocolError('unavailable', `no answer to ${method} within ${timeoutMs} ms`, repeat, {
    facts: { timeout_ms: timeoutMs },
  });

export const tooManyRunning = (limit: number): ProtocolError =>
  new ProtocolError(
    'busy',
    `${limit} requests of this connection are running`,
    'Wait for an answer, then repeat.',
    { facts: { limit, retry_after_ms: 100 } },
  );

export const sameIdRuns = (): ProtocolError =>
  new ProtocolError(
    'invalid_params',
    'a request with this id is running',
    'Give each request an id of its own.',
  );

/** Marks an error as the last word of its side: when the connection closes next, it is the reason. */
export const asLastWord = (error: ProtocolError): ProtocolError =>
  new ProtocolError(error.kind, error.message, error.next, { facts: { ...error.facts, closing: true } });

export const isLastWord = (error: ProtocolError): boolean => error.facts['closing'] === true;

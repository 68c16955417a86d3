import { err, ok, type Result } from '../../base/result.ts';
import type { RequestMark } from '../context.ts';
import type { Actor } from '../events.ts';
import type { State } from '../model/state.ts';
import { reject, type Rejection } from '../rejection.ts';
import { isRequestIdInTime } from '../rules/requestTime.ts';
import type { Draft } from './draft.ts';

/** Request ids count per surface and worker (protocol). */
const keyOf = ({ surface, name }: Actor, { requestId }: RequestMark): string =>
  `${surface}:${name}:${requestId}`;

/** The first answer to a repeated request, null for a new one; refused when too old, ahead, or used for something else (W2). */
export function findRequest(
  state: State,
  actor: Actor,
  request: RequestMark,
  now: number,
): Result<{ readonly answer: unknown } | null, Rejection> {
  const facts = { request_id: request.requestId };
  if (!isRequestIdInTime(request.requestId, now)) {
    const rule = 'A request id is a UUIDv7 of the last 7 days, at most 5 minutes ahead.';
    return err(reject('invalid_params', rule, 'Make a new request id; check the clock.', facts));
  }
  const known = state.requests.get(keyOf(actor, request));
  if (known === undefined) return ok(null);
  if (known.digest === request.digest) return ok({ answer: known.answer });
  const what = 'This request id was used with other parameters.';
  return err(reject('invalid_params', what, 'Make a new request id for a new request.', facts));
}

/** Keeps the answer with the events that it speaks of (W2). */
export function acceptRequest(draft: Draft, actor: Actor, request: RequestMark, answer: unknown): void {
  const { requestId, digest } = request;
  draft.emit('RequestAccepted', { key: keyOf(actor, request), requestId, digest, answer });
}

/**
 * Checks of the parameters of every method, for those that take them from strangers: the host and the MCP server. Shapes
 * only; rules of content are the core's (W1). `methods.ts` and this file can't drift apart: see `checked`.
 */
import * as z from 'zod';
import type { Result } from '../base/result.ts';
import { uuid7Time } from '../base/uuid7.ts';
import { ProtocolError } from './errors.ts';
import type { MethodName, Params } from './methods.ts';
import { workerNotices } from './params.ts';

const text = z.string();
const id = z.string().min(1).max(512);
const texts = z.array(text).max(1_000).readonly();
const position = z.int().min(1);
const limit = z.int().min(1).max(1_000);
const ttl = z.int().min(10_000).max(3_600_000);
const wait = z.int().min(0).max(600_000);
const requestId = z.string().refine((value) => uuid7Time(value) !== null, 'expected a UUIDv7 in lower case');
const states = z.enum([
  'waiting',
  'pending',
  'offered',
  'backoff',
  'acknowledged',
  'completed',
  'checkpointed',
  'stopped',
]);

const optional = z.exactOptional;
const none = z.strictObject({});
const mutation = { request_id: optional(requestId) };
const page = { limit: optional(limit), cursor: optional(id) };
const call = {
  lease: optional(id),
  task: optional(id),
  worker: optional(id),
  epoch: optional(id),
  repo: optional(id),
};
const take = { session: optional(id) };
const withTtl = { ttl_ms: optional(ttl) };
const task = z.strictObject({ task: id });
const taskCommand = z.strictObject({ task: id, ...mutation });
const repoCommand = z.strictObject({ repo: id, ...mutation });
const callCommand = z.strictObject({ ...call, ...mutation });
const leaseOrTask = z.strictObject({ lease: optional(id), task: optional(id) });

// Loose: an unknown key is dropped by the core with a warning, not refused (W3).
const checkpoint = z.looseObject({
  summary: optional(text),
  next_action: optional(text),
  blocked_reason: optional(text),
  files_changed: optional(z.array(text).readonly()),
});

const usage = z.strictObject({ context_used: z.int().min(0), context_limit: z.int().min(1) });

export const schemas = {
  'task.add': z.strictObject({
    title: text,
    repo: optional(id),
    plan: optional(id),
    after: optional(texts),
    action_classes: optional(texts),
    ...mutation,
  }),
  'task.list': z.strictObject({
    ...page,
    source: optional(id),
    repo: optional(id),
    status: optional(id),
    gated: optional(z.boolean()),
  }),
  'task.show': task,
  'task.update': z.strictObject({
    task: id,
    title: optional(text),
    plan: optional(id.nullable()),
    status: optional(id),
    needs_human: optional(z.boolean()),
    intervention_note: optional(text),
    blocking_reason: optional(text),
    action_classes: optional(texts),
    ...mutation,
  }),
  'task.cancel': taskCommand,
  'task.reopen': taskCommand,
  'task.reorder': z.strictObject({ task: id, before: id.nullable(), ...mutation }),
  'task.clear_gate': taskCommand,

  'scope.list': none,
  'scope.pause': repoCommand,
  'scope.resume': repoCommand,
  'scope.take': repoCommand,
  'scope.release': repoCommand,

  'lease.next': z.strictObject({
    worker: optional(id),
    repo: optional(id),
    task: optional(id),
    wait_ms: optional(wait),
    ...take,
    ...withTtl,
    ...mutation,
  }),
  'lease.ack': z.strictObject({ ...call, ...take, ...withTtl, ...mutation }),
  'lease.renew': callCommand,
  'lease.turn': z.strictObject({
    ...call,
    verdict: z.enum(['continue', 'prepare_handoff', 'rotate_now', 'refuse']),
    shown: optional(texts),
    usage: optional(usage),
    ...mutation,
  }),
  'lease.checkpoint': z.strictObject({ ...call, checkpoint, ...mutation }),
  'lease.complete': z.strictObject({ ...call, checkpoint: optional(checkpoint), ...mutation }),
  'lease.fail': z.strictObject({ ...call, reason: text, retryable: optional(z.boolean()), ...mutation }),
  'lease.release': callCommand,
  'lease.rearm': z.strictObject({ ...call, ...take, ...mutation }),
  'lease.list': z.strictObject({
    ...page,
    states: optional(z.array(states).readonly()),
    task: optional(id),
    worker: optional(id),
    repo: optional(id),
  }),
  'lease.show': leaseOrTask,
  'lease.prompt': leaseOrTask,
  'lease.stop': z.strictObject({ ...call, note: optional(text), ...mutation }),
  'lease.send': callCommand,
  'lease.continue': callCommand,

  'question.ask': z.strictObject({
    ...call,
    text,
    options: optional(texts),
    free_text: optional(z.boolean()),
    ...mutation,
  }),
  'question.wait': z.strictObject({ question: id, wait_ms: optional(wait) }),
  'question.list': z.strictObject({
    ...page,
    state: optional(z.enum(['open', 'answered', 'moot'])),
    task: optional(id),
  }),
  'question.answer': z.strictObject({ question: id, value: text, ...mutation }),
  'question.close': z.strictObject({ question: id, ...mutation }),
  'decision.record': z.strictObject({ task: id, value: text, ...mutation }),
  'decision.list': z.strictObject({ ...page, task: optional(id) }),

  'history.list': z.strictObject({
    task: optional(id),
    lease: optional(id),
    worker: optional(id),
    from: optional(position),
    limit: optional(limit),
  }),
  'events.subscribe': z.strictObject({ from: optional(position) }),
  'health.show': none,

  'worker.register': z.strictObject({ worker: id, repo: optional(id), ...mutation }),
  'worker.locate': z.strictObject({ worker: id }),
  'worker.notice': z.strictObject({ worker: id, notice: z.enum(workerNotices) }),
  'worker.list': none,

  'receipts.list': z.strictObject(page),
  'receipts.project': none,
  'source.refresh': z.strictObject({ source: optional(id) }),

  'store.backup': z.strictObject({ path: optional(text) }),
  'store.restore': z.strictObject({ path: text, check: optional(z.boolean()) }),
  'store.verify': none,
  'store.compact': none,
  'config.show': none,
  'config.confirm': z.strictObject({ digest: id, ...mutation }),
} as const satisfies Record<MethodName, z.ZodObject>;

/** Without index signatures: a loose object has one, its interface has none. */
type Closed<T> = T extends object
  ? { [K in keyof T as string extends K ? never : K]: T[K] extends readonly unknown[] ? T[K] : Closed<T[K]> }
  : T;
type Output<M extends MethodName> = Closed<z.output<(typeof schemas)[M]>>;
type Wanted<M extends MethodName> = Closed<Params<M>>;
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Agrees<M extends MethodName> =
  Both<[Output<M>, keyof Output<M>], [Wanted<M>, keyof Wanted<M>]> extends true ? true : false;

type Drifted = { [M in MethodName]: Agrees<M> extends true ? never : M }[MethodName];

/** An error here names the methods that have other parameters here than in methods.ts. */
export const checked: [Drifted] extends [never] ? true : Drifted = true;

const spell = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((whole, part) => {
    if (typeof part === 'number') return `${whole}[${part}]`;
    return whole === '' ? String(part) : `${whole}.${String(part)}`;
  }, '');

const fieldOf = (issue: z.core.$ZodIssue): string =>
  spell(issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path);

/** The parameters in their type, or `invalid_params` with the path of the first bad field. */
export function parseParams<M extends MethodName>(
  method: M,
  params: unknown,
): Result<Params<M>, ProtocolError> {
  const parsed = schemas[method].safeParse(params);
  // Sound by `checked`: the compiler can't follow it through the method's name.
  if (parsed.success) return { ok: true, value: parsed.data as unknown as Params<M> };
  const [issue] = parsed.error.issues;
  const field = issue === undefined ? '' : fieldOf(issue);
  const rule = issue?.message ?? 'invalid';
  return {
    ok: false,
    error: new ProtocolError(
      'invalid_params',
      `${method}: ${field === '' ? 'params' : field}: ${rule}`,
      `See the parameters of ${method} in docs/protocol.md.`,
      { facts: { field: field === '' ? 'params' : field, method } },
    ),
  };
}

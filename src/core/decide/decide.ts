import { ok, type Result } from '../../base/result.ts';
import type { Answers, Command, CommandOf, CommandType } from '../commands.ts';
import type { Context } from '../context.ts';
import type { RegisterEvent } from '../events.ts';
import type { State } from '../model/state.ts';
import type { TaskRecord } from '../model/task.ts';
import { reject, type Rejection } from '../rejection.ts';
import { acceptRequest, findRequest } from './acceptRequest.ts';
import { archive } from './archive.ts';
import { Draft } from './draft.ts';
import { answer, ask, closeQuestion, recordDecision } from './human/questions.ts';
import { addTask, updateTask } from './operator/addTask.ts';
import { continueLease, send, stop } from './operator/leases.ts';
import { giveBack, pause, resume, take } from './operator/scopes.ts';
import { cancelTask, clearGate, reopenTask, reorderTask } from './operator/tasks.ts';
import { start } from './start.ts';
import { taskOf } from './taskOf.ts';
import { applyDelivery } from './tick/applyDelivery.ts';
import { tick } from './tick/tick.ts';
import { ack } from './worker/ack.ts';
import { checkpoint, complete, fail, release } from './worker/finish.ts';
import { next } from './worker/next.ts';
import { rearm } from './worker/rearm.ts';
import { register } from './worker/register.ts';
import { renewLease } from './worker/renewLease.ts';
import { fenceTurn, turn } from './worker/turn.ts';

/** What came of a command. A refusal may carry events, but only of what was heard: see `decide`. */
export interface Outcome<T extends CommandType> {
  readonly events: readonly RegisterEvent[];
  readonly result: Result<Answers[T], Rejection>;
}

type Decider<T extends CommandType> = (
  draft: Draft,
  params: CommandOf<T>['params'],
) => Result<Answers[T], Rejection>;

const deciders: { readonly [T in CommandType]: Decider<T> } = {
  tick: (draft, params) => ok(tick(draft, params)),
  start,
  'delivery.report': (draft, report) => {
    applyDelivery(draft, report);
    return ok({ lease: draft.lease(report.leaseId) ?? null });
  },
  'receipts.acknowledge': (draft, { receiptIds }) => {
    const known = receiptIds.filter((id) => draft.state.outbox.has(id));
    if (known.length > 0) draft.emit('ReceiptsAcknowledged', { receiptIds: known });
    return ok({ acknowledged: known.length });
  },
  archive,
  'task.add': addTask,
  'task.update': updateTask,
  'task.cancel': cancelTask,
  'task.reopen': reopenTask,
  'task.reorder': reorderTask,
  'task.clear_gate': clearGate,
  'scope.pause': pause,
  'scope.resume': resume,
  'scope.take': take,
  'scope.release': giveBack,
  'worker.register': register,
  'lease.next': next,
  'lease.ack': ack,
  'lease.renew': renewLease,
  'lease.turn': turn,
  'lease.checkpoint': checkpoint,
  'lease.complete': complete,
  'lease.fail': fail,
  'lease.release': release,
  'lease.rearm': rearm,
  'lease.stop': stop,
  'lease.send': send,
  'lease.continue': continueLease,
  'question.ask': ask,
  'question.answer': answer,
  'question.close': closeQuestion,
  'decision.record': recordDecision,
  'config.confirm': (draft, { digest }) => {
    draft.emit('ConfigurationConfirmed', { digest });
    return ok({ digest });
  },
};

/** Only a person's surface may give these (protocol, O). */
const operatorOnly = new Set<CommandType>([
  'task.update',
  'task.cancel',
  'task.reopen',
  'task.reorder',
  'task.clear_gate',
  'scope.pause',
  'scope.resume',
  'scope.take',
  'scope.release',
  'lease.stop',
  'lease.send',
  'lease.continue',
  'question.answer',
  'question.close',
  'decision.record',
  'config.confirm',
]);

/**
 * The rules: what a command makes of the state, without changing it. Same state, command and context give the same
 * events. A refused command leaves every lease, task, scope holder and decision as it was; its events, if any, say only
 * that a worker was heard of (C11, C21), that a revoked holder was told (C7), or that a late result was kept (W4).
 */
export function decide<T extends CommandType>(
  state: State,
  command: CommandOf<T>,
  context: Context,
): Outcome<T> {
  const { type, params, actor, request } = command as Command;
  const known = request === null ? ok(null) : findRequest(state, actor, request, context.now);
  if (!known.ok) return { events: [], result: known };
  if (known.value !== null) return { events: [], result: ok(known.value.answer as Answers[T]) };
  if (operatorOnly.has(type) && actor.surface === 'worker')
    return { events: [], result: onlyOperators(type) };
  const draft = new Draft(state, context, actor, request?.requestId ?? null);
  const result = (deciders[type] as unknown as Decider<T>)(draft, params as CommandOf<T>['params']);
  // What changed nothing is not kept: the repeat may as well be judged anew.
  if (result.ok && request !== null && draft.events.length > 0)
    acceptRequest(draft, actor, request, result.value);
  return { events: draft.events, result };
}

/** The task of a turn that would pass its fence as things stand: only then is its source asked (T2). Null: it would not. */
export function taskOfTurn(
  state: State,
  command: CommandOf<'lease.turn'>,
  context: Context,
): TaskRecord | null {
  const { params, actor, request } = command;
  const known = request === null ? ok(null) : findRequest(state, actor, request, context.now);
  if (!known.ok || known.value !== null) return null;
  const fenced = fenceTurn(new Draft(state, context, actor, null), params);
  return fenced.ok ? taskOf(state, fenced.value) : null;
}

const onlyOperators = (type: CommandType): Result<never, Rejection> => ({
  ok: false,
  error: reject(
    'forbidden',
    `${type} is a person's to give.`,
    'Ask the developer to do it in VS Code or a terminal.',
    {},
  ),
});

import { ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf } from '../../commands.ts';
import { known } from '../../evolve/known.ts';
import type { DecisionId, LeaseId, SessionKey, TaskId } from '../../model/ids.ts';
import type { Acknowledged, ClosedLease } from '../../model/lease.ts';
import type { Decision } from '../../model/records.ts';
import type { HumanInput } from '../../model/snapshot.ts';
import { type Usage, type Verdict, verdicts } from '../../model/turn.ts';
import type { Rejection } from '../../rejection.ts';
import { renewedDeadline } from '../../rules/deadlines.ts';
import { decisionsOf } from '../decisionsOf.ts';
import type { Draft } from '../draft.ts';
import { heldLease, renew } from '../moves.ts';
import { actsAsOperator } from '../operator/holdForOperator.ts';
import { tellHolder } from './fence.ts';
import { deliverDecisions } from './grant.ts';
import { fenceWorker, operatorCannot } from './hold.ts';
import { invalid, readTextList } from './params.ts';
import { recordHumanInput } from './recordHumanInput.ts';

type TurnAnswer = Answers['lease.turn'];
const maxShown = 1000;
const prepareAt = 0.6;
const rotateAt = 0.8;

/** Who reports: the session of a lease that is held, or was until a gate came. */
interface Session {
  readonly id: LeaseId;
  readonly taskId: TaskId;
  readonly session: SessionKey;
}

interface TurnParams {
  readonly verdict: Verdict;
  readonly shown: readonly string[];
  readonly usage: Usage | null;
}

/** Under a gate there is no error: the worker learns that it has to stop, and what the gate made void (T5, T8). */
const refuseGated = (voided: readonly DecisionId[]): TurnAnswer => ({
  verdict: 'refuse',
  reason: 'gated',
  advice: 'Stop work on this lease; a person has to clear the gate.',
  decisions: [],
  voided,
  deadlineAt: null,
});

function readTurn(params: CommandOf<'lease.turn'>['params']): Result<TurnParams, Rejection> {
  const verdict = verdicts.find((known) => known === params.verdict);
  if (verdict === undefined) return invalid('verdict', `one of ${verdicts.join(', ')}`);
  const shown = readTextList('shown', params.shown, maxShown);
  if (!shown.ok) return shown;
  const usage = readUsage(params.usage);
  return usage.ok ? ok({ verdict, shown: shown.value, usage: usage.value }) : usage;
}

/** Tokens in use and their limit: whole numbers, limit above 0 (T1). */
function readUsage(value: unknown): Result<Usage | null, Rejection> {
  if (value === undefined || value === null) return ok(null);
  const { context_used, context_limit } = value as Partial<Record<keyof Usage, unknown>>;
  const isCount = (count: unknown): count is number => Number.isSafeInteger(count) && Number(count) >= 0;
  if (!isCount(context_used)) return invalid('usage.context_used', 'a whole number of tokens, 0 or more');
  if (!isCount(context_limit) || context_limit === 0) {
    return invalid('usage.context_limit', 'a whole number of tokens above 0');
  }
  return ok({ context_used, context_limit });
}

/** Only the fence of a turn, judged before its reconcile leaves the queue (T2). */
export function fenceTurn(
  draft: Draft,
  params: CommandOf<'lease.turn'>['params'],
): Result<Acknowledged, Rejection> {
  const read = readTurn(params);
  if (!read.ok) return read;
  return actsAsOperator(draft, params) ? operatorCannot('report a turn') : fenceWorker(draft, params);
}

/** A turn boundary: the verdict, and the decisions that the session has not seen (T1 to T5). */
export function turn(draft: Draft, params: CommandOf<'lease.turn'>['params']): Result<TurnAnswer, Rejection> {
  const read = readTurn(params);
  if (!read.ok) return read;
  const fenced = fenceTurn(draft, params);
  if (!fenced.ok)
    return fenced.error.kind === 'gated' ? turnUnderGate(draft, fenced.error, read.value) : fenced;
  const held = fenced.value;
  reportShown(draft, held, read.value.shown);
  if (isGatedBy(draft, held, params.reconciled)) return ok(refuseGated(voidedFor(draft, held)));
  const policy = policyFor(held, read.value.usage);
  const verdict = stricter(read.value.verdict, policy.verdict);
  const reason = verdict === read.value.verdict ? null : policy.reason;
  const { verdict: asked, usage } = read.value;
  draft.emit('TurnReported', { leaseId: held.id, asked, verdict, reason: policy.reason, usage });
  const lease = heldLease(draft, held);
  if (verdict !== 'refuse') renew(draft, lease, renewedDeadline(lease, draft.now));
  return ok(answerFor(draft, heldLease(draft, held), { verdict, reason, advice: policy.advice }));
}

/** The lease was stopped by a gate: what its session was shown still counts (T3). */
function turnUnderGate(
  draft: Draft,
  { facts }: Rejection,
  { shown }: TurnParams,
): Result<TurnAnswer, Rejection> {
  const { id, taskId, session } = endedLease(draft, facts['lease'] as LeaseId);
  if (session === null) return ok(refuseGated([]));
  reportShown(draft, { id, taskId, session }, shown);
  return ok(refuseGated(voidedFor(draft, { id, taskId, session })));
}

const endedLease = (draft: Draft, id: LeaseId): ClosedLease =>
  known(draft.state.closed.get(id), 'ended lease', id);

function answerFor(
  draft: Draft,
  lease: Acknowledged,
  own: Pick<TurnAnswer, 'verdict' | 'reason' | 'advice'>,
): TurnAnswer {
  const isGoingOn = own.verdict === 'continue';
  const deadlineAt = lease.frozenAt === null ? lease.deadlineAt : null;
  const decisions = isGoingOn ? deliverDecisions(draft, lease) : [];
  return { ...own, decisions, voided: isGoingOn ? voidedFor(draft, lease) : [], deadlineAt };
}

/** Applies what the reconcile found; a gate among it ends the lease, and this answer tells its holder (T5, C7). */
function isGatedBy(draft: Draft, lease: Acknowledged, found: HumanInput | null): boolean {
  if (found === null || !recordHumanInput(draft, lease, found)) return false;
  tellHolder(draft, endedLease(draft, lease.id));
  return true;
}

/** A reported id is shown to this session for good; ids of other tasks are passed over (T3). */
function reportShown(
  draft: Draft,
  { id: leaseId, session, taskId }: Session,
  shown: readonly string[],
): void {
  const decisionIds = decisionsOf(draft.state, taskId)
    .filter(({ id }) => shown.includes(id))
    .filter((decision) => !decision.shownTo.includes(session) || isVoidNews(decision, session))
    .map(({ id }) => id);
  if (decisionIds.length > 0) draft.emit('DecisionsShown', { leaseId, session, decisionIds });
}

/** Decisions that this session was shown before a gate voided them, until it reports them once more (T8). */
function voidedFor(draft: Draft, { taskId, session }: Session): DecisionId[] {
  return decisionsOf(draft.state, taskId)
    .filter((decision) => decision.shownTo.includes(session) && isVoidNews(decision, session))
    .map(({ id }) => id);
}

const isVoidNews = ({ isVoided, voidKnownTo }: Decision, session: SessionKey): boolean =>
  isVoided && !voidKnownTo.includes(session);

interface Policy {
  readonly verdict: Verdict;
  readonly reason: 'context' | null;
  readonly advice: string | null;
}

/** Context use may make the verdict stricter, once an epoch for `prepare_handoff` (T5). */
function policyFor(lease: Acknowledged, usage: Usage | null): Policy {
  const share = usage === null ? 0 : usage.context_used / usage.context_limit;
  if (share >= rotateAt) {
    return { verdict: 'rotate_now', reason: 'context', advice: 'Checkpoint now: signalbox checkpoint.' };
  }
  if (share < prepareAt) return { verdict: 'continue', reason: null, advice: null };
  const advice = 'The context is more than 60 % full: plan a checkpoint.';
  if (lease.wasAdvised) return { verdict: 'continue', reason: null, advice };
  return { verdict: 'prepare_handoff', reason: 'context', advice };
}

const stricter = (a: Verdict, b: Verdict): Verdict => (verdicts.indexOf(a) >= verdicts.indexOf(b) ? a : b);

import type { LeaseId, TaskId } from '../../core/model/ids.ts';
import type { Lease } from '../../core/model/lease.ts';
import type { State } from '../../core/model/state.ts';
import { scopeHolder } from '../../core/scopeHolder.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { LeaseListParams, LeaseOrTaskParams } from '../../protocol/params.ts';
import { endedNoticeView, grantView, leaseView } from '../../protocol/toView.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { callBy, type Handlers, type MethodContext, splitRequest, titleOf, unwrap } from './methodContext.ts';
import { pageOf } from './pages.ts';

/** The one view of a lease that everybody gets. */
export const viewLease = (state: State, lease: Lease): LeaseView =>
  leaseView(lease, titleOf(state, lease.taskId), scopeHolder(state, lease.repo));

/** All leases that are not archived, in order of creation (behaviour 2). */
export function allLeases(state: State): Lease[] {
  const all: Lease[] = [...state.closed.values(), ...state.live.values()];
  return all.sort((one, other) => one.createdIn - other.createdIn);
}

function leaseNamed(state: State, { lease, task }: LeaseOrTaskParams): Lease {
  const id = lease ?? state.liveByTask.get(task as TaskId) ?? state.lastByTask.get(task as TaskId);
  const found = state.live.get(id as LeaseId) ?? state.closed.get(id as LeaseId);
  if (found !== undefined) return found;
  throw new ProtocolError('not_found', 'there is no such lease', 'List what there is: signalbox status.');
}

/** A lease that is not among the others may be archived: then its history knows it. */
async function orArchived<T>(
  { lease }: LeaseOrTaskParams,
  { coordinator }: MethodContext,
  look: (state: State) => T,
): Promise<T> {
  try {
    return await coordinator.read(look);
  } catch (error) {
    if (lease === undefined || !(error instanceof ProtocolError) || error.kind !== 'not_found') throw error;
    const { events } = await coordinator.history({ leaseId: lease as LeaseId }, 1, 1);
    if (events.length === 0) throw error;
    throw new ProtocolError('gone', 'this lease is archived', `Read it: signalbox history --lease ${lease}.`);
  }
}

const isWanted = (lease: Lease, view: LeaseView, { states, task, worker, repo }: LeaseListParams): boolean =>
  (states === undefined || states.includes(lease.state)) &&
  (task === undefined || lease.taskId === task) &&
  (worker === undefined || view.worker === worker) &&
  (repo === undefined || lease.repo === repo);

const stateOf = ({ coordinator }: MethodContext): State => coordinator.state;

export const leaseMethods = {
  'lease.next': async (params, context) => {
    const { wait_ms: waitMs = 0, ...named } = splitRequest(params).rest;
    const { process } = context.session.identity;
    const own = { ...named, ...(process === null ? {} : { process }) };
    const wait = waitMs > 0 ? { waitMs, signal: context.signal() } : { waitMs };
    const answer = unwrap(await context.coordinator.next(own, callBy('lease.next', params, context), wait));
    const { grant, held, ended } = answer;
    return {
      grant: grant === null ? null : grantView(grant, titleOf(stateOf(context), grant.lease.taskId)),
      held: held.map(({ leaseId, reason, detail }) => ({ lease_id: leaseId, reason, detail })),
      ended: ended.map(endedNoticeView),
    };
  },
  'lease.ack': async (params, context) => {
    const { process } = context.session.identity;
    const own = { ...splitRequest(params).rest, ...(process === null ? {} : { process }) };
    const grant = unwrap(
      await context.coordinator.execute('lease.ack', own, callBy('lease.ack', params, context)),
    );
    return grantView(grant, titleOf(stateOf(context), grant.lease.taskId));
  },
  'lease.rearm': async (params, context) => {
    const { process } = context.session.identity;
    const own = { ...splitRequest(params).rest, ...(process === null ? {} : { process }) };
    const by = callBy('lease.rearm', params, context);
    const grant = unwrap(await context.coordinator.execute('lease.rearm', own, by));
    return grantView(grant, titleOf(stateOf(context), grant.lease.taskId));
  },
  'lease.renew': async (params, context) => {
    const by = callBy('lease.renew', params, context);
    const answer = unwrap(await context.coordinator.execute('lease.renew', splitRequest(params).rest, by));
    return { lease_id: answer.leaseId, deadline_at: answer.deadlineAt };
  },
  'lease.checkpoint': async (params, context) => {
    const by = callBy('lease.checkpoint', params, context);
    const answer = unwrap(
      await context.coordinator.execute('lease.checkpoint', splitRequest(params).rest, by),
    );
    const { lease, child, warnings } = answer;
    const state = stateOf(context);
    return { lease: viewLease(state, lease), child: viewLease(state, child), warnings };
  },
  'lease.complete': async (params, context) => {
    const by = callBy('lease.complete', params, context);
    const answer = unwrap(await context.coordinator.execute('lease.complete', splitRequest(params).rest, by));
    return { lease: viewLease(stateOf(context), answer.lease), warnings: answer.warnings };
  },
  'lease.fail': async (params, context) => {
    const by = callBy('lease.fail', params, context);
    return ended(
      unwrap(await context.coordinator.execute('lease.fail', splitRequest(params).rest, by)),
      context,
    );
  },
  'lease.release': async (params, context) => {
    const by = callBy('lease.release', params, context);
    return ended(
      unwrap(await context.coordinator.execute('lease.release', splitRequest(params).rest, by)),
      context,
    );
  },
  'lease.stop': async (params, context) => {
    const by = callBy('lease.stop', params, context);
    const { lease } = unwrap(await context.coordinator.execute('lease.stop', splitRequest(params).rest, by));
    return { lease: viewLease(stateOf(context), lease) };
  },
  'lease.send': async (params, context) => {
    const by = callBy('lease.send', params, context);
    const { lease } = unwrap(await context.coordinator.send(splitRequest(params).rest, by));
    return { lease: viewLease(stateOf(context), lease) };
  },
  'lease.continue': async (params, context) => {
    const by = callBy('lease.continue', params, context);
    const { lease } = unwrap(
      await context.coordinator.execute('lease.continue', splitRequest(params).rest, by),
    );
    return { lease: viewLease(stateOf(context), lease) };
  },
  'lease.list': (params, { coordinator }) =>
    coordinator.read((state) => {
      const all = allLeases(state).map((lease) => ({ lease, view: viewLease(state, lease) }));
      const wanted = all.filter(({ lease, view }) => isWanted(lease, view, params)).map(({ view }) => view);
      const { page, next_cursor } = pageOf(wanted, params, ({ id }) => id);
      return { leases: page, next_cursor, position: state.position };
    }),
  'lease.show': (params, context) =>
    orArchived(params, context, (state) => {
      const lease = leaseNamed(state, params);
      const checkpoint = 'checkpoint' in lease ? lease.checkpoint : null;
      return { lease: viewLease(state, lease), prompt: lease.prompt, checkpoint, position: state.position };
    }),
  'lease.prompt': (params, context) =>
    orArchived(params, context, (state) => {
      const { id, state: leaseState, prompt } = leaseNamed(state, params);
      return { lease_id: id, state: leaseState, prompt };
    }),
} satisfies Handlers;

function ended(
  { lease, successor }: { readonly lease: Lease; readonly successor: Lease | null },
  context: MethodContext,
): { lease: LeaseView; successor: LeaseView | null } {
  const state = stateOf(context);
  return {
    lease: viewLease(state, lease),
    successor: successor === null ? null : viewLease(state, successor),
  };
}

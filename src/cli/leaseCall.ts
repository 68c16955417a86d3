import type { LeaseCallParams } from '../protocol/params.ts';
import { misused } from './commandFailure.ts';
import { text, toggle } from './flags.ts';
import { idsMeant, isWholeId } from '../protocol/shortIds.ts';
import { resolveId, taskId } from './resolveIds.ts';
import type { ServerConnection } from './serverConnection.ts';
import { ownSession } from './sessions/ownSession.ts';
import { SessionStore, type StoredSession } from './sessions/sessionStore.ts';
import type { Call } from './verb.ts';

/** Who calls: for every verb of the worker's life. */
export const workerFlags = {
  worker: text('NAME', 'The worker; else SIGNALBOX_WORKER, else the one whose session this is.'),
  session: text('ID', "The agent's session; else SIGNALBOX_SESSION, else its process stands for it."),
} as const;

/** Which lease is meant: for verbs that act on a lease which is held. */
export const leaseFlags = {
  lease: text('ID', 'The lease; else the one that is held here.'),
  task: text('ID', 'The task, in place of its lease.'),
  repo: text('SLUG', 'Refuse unless the lease is of this repo.'),
  ...workerFlags,
} as const;

/** The same, for verbs that a person may call for a worker (W5). */
export const eitherFlags = {
  ...leaseFlags,
  operator: toggle('Act as a person on any live lease, without its epoch; needs --lease or --task.'),
} as const;

type Either = { [K in keyof typeof leaseFlags]: (typeof leaseFlags)[K] };

export interface LeaseCall {
  readonly server: ServerConnection;
  readonly params: LeaseCallParams;
  /** What is stored of the lease that is held; null: the flags said all. */
  readonly session: StoredSession | null;
  /** The holder has ended it: what is stored of it goes. */
  readonly ended: () => void;
}

export const workerName = (call: Call<typeof workerFlags>): string | undefined =>
  call.flags.worker ?? nonEmpty(call.world.env['SIGNALBOX_WORKER']);
export const sessionName = (call: Call<typeof workerFlags>): string | undefined =>
  call.flags.session ?? nonEmpty(call.world.env['SIGNALBOX_SESSION']);
const nonEmpty = (value: string | undefined) => (value === '' ? undefined : value);

/** The lease that a call means, with its epoch: from the flags, else from what was kept when it was taken. */
export async function leaseCall(call: Call<Either>, isOperator = false): Promise<LeaseCall> {
  const { flags } = call;
  const server = call.server(isOperator ? 'person' : 'worker');
  if (isOperator) return { server, params: await named(server, call), session: null, ended: () => undefined };
  const store = new SessionStore(call.root());
  const own = ownSession(store.list(), {
    worker: workerName(call),
    session: sessionName(call),
    identity: call.identity(),
  });
  const session = own !== null && isMeant(own, flags) ? own : null;
  const worker = workerName(call) ?? session?.worker;
  // Never a flag: other users can read the words of a command line.
  const epoch = nonEmpty(call.world.env['SIGNALBOX_EPOCH']) ?? session?.epoch;
  return {
    server,
    params: {
      ...(session === null ? await named(server, call) : { lease: session.lease }),
      ...(worker === undefined ? {} : { worker }),
      ...(epoch === undefined ? {} : { epoch }),
      ...(flags.repo === undefined ? {} : { repo: flags.repo }),
    },
    session,
    ended: () => {
      if (session !== null) store.remove(session);
    },
  };
}

/** Whether the flags leave it at the stored lease: they name none, or that one. */
function isMeant(own: StoredSession, { lease, task }: Call<Either>['flags']): boolean {
  if (task !== undefined && taskId(task) !== own.task) return false;
  if (lease === undefined) return true;
  return isWholeId(lease) ? lease === own.lease : idsMeant(lease, [own.lease]).length === 1;
}

async function named(server: ServerConnection, { flags }: Call<Either>): Promise<LeaseCallParams> {
  if (flags.lease !== undefined) return { lease: await resolveId(server, 'lease', flags.lease) };
  if (flags.task !== undefined) return { task: taskId(flags.task) };
  throw misused(
    'no lease is held here',
    'Take one with `signalbox next`, or name one: --lease ID or --task ID.',
  );
}

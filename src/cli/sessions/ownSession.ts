import { agentPrograms } from '../../agents/agentPrograms.ts';
import type { ProcessIdentity } from '../../ipc/processIdentity.ts';
import { isShellName } from '../../ipc/programOf.ts';
import { workerProcess } from '../../ipc/workerProcess.ts';
import type { ProcessView } from '../../protocol/hello.ts';
import type { GrantView } from '../../protocol/views.ts';
import { misused } from '../commandFailure.ts';
import type { StoredSession } from './sessionStore.ts';

export interface Wanted {
  /** `--worker`, else SIGNALBOX_WORKER. */
  readonly worker: string | undefined;
  /** `--session`, else SIGNALBOX_SESSION. */
  readonly session: string | undefined;
  readonly identity: ProcessIdentity;
}

/**
 * The stored session of whoever calls: the one of its agent session, else of the nearest process above it that has one.
 * Null: it holds nothing. @throws CommandFailure when it is several workers at once and names none
 */
export function ownSession(stored: readonly StoredSession[], wanted: Wanted): StoredSession | null {
  const mine = stored.filter(({ worker }) => wanted.worker === undefined || worker === wanted.worker);
  if (wanted.session !== undefined) return only(mine.filter(({ session }) => session === wanted.session));
  const origin = JSON.stringify(wanted.identity.origin);
  const here = mine.filter((session) => JSON.stringify(session.origin) === origin);
  for (const { pid, started_at } of [wanted.identity.process, ...wanted.identity.ancestors]) {
    const its = here.filter(({ process }) => process.pid === pid && process.started_at === started_at);
    if (its.length > 0) return only(its);
  }
  return null;
}

function only(sessions: readonly StoredSession[]): StoredSession | null {
  const [first, ...others] = sessions;
  if (others.length === 0) return first ?? null;
  const names = sessions.map(({ worker }) => worker).join(', ');
  throw misused('several workers have a lease here', `Name one with --worker: ${names}.`);
}

/** What is to be stored of a lease that was just taken. */
export const sessionOf = (grant: GrantView, { worker, session, identity }: Wanted): StoredSession => {
  const { pid, started_at } = lastingProcess(identity);
  const { lease, epoch } = grant;
  return {
    worker: lease.worker ?? worker ?? lease.repo,
    session: session ?? null,
    process: { pid, started_at },
    origin: identity.origin,
    repo: lease.repo,
    task: lease.task_id,
    lease: lease.id,
    epoch,
  };
};

/** The worker's process (C13); where none is known the nearest that outlives this call, such as a script. */
function lastingProcess(identity: ProcessIdentity): ProcessView {
  const { ancestors } = identity;
  const passes = ({ name, script }: ProcessView) => script === '-c' && isShellName(name);
  return (
    workerProcess(identity, agentPrograms) ??
    ancestors.find((ancestor) => !passes(ancestor)) ??
    ancestors[0] ??
    identity.process
  );
}

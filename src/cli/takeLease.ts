import type { Result } from '../protocol/methods.ts';
import type { GrantView } from '../protocol/views.ts';
import { duration, text } from './flags.ts';
import { sessionName, workerFlags, workerName } from './leaseCall.ts';
import { repoForWorker } from './repoHere.ts';
import { taskId } from './resolveIds.ts';
import { sessionOf } from './sessions/ownSession.ts';
import { SessionStore, type StoredSession } from './sessions/sessionStore.ts';
import type { Call } from './verb.ts';

/** For verbs that ask for work. */
export const takeFlags = {
  wait: duration('Wait so long for work, such as 90s or 5m; without it the answer comes at once.'),
  task: text('ID', 'Only this task.'),
  repo: text('SLUG', 'Only this repo; else the one that the working directory lies in.'),
  ttl: duration('How long the lease lasts without a renewal: 10s to 1h.', ['10s', '1h']),
  ...workerFlags,
} as const;

export type TakeCall = Call<{ [K in keyof typeof takeFlags]: (typeof takeFlags)[K] }>;

/** The longest that one request may wait. */
const LONGEST_WAIT_MS = 600_000;
const ANSWER_WITHIN_MS = 30_000;

/** Asks for work until there is some or the wait is over. What is granted is kept for the calls that follow. */
export async function takeLease(
  call: TakeCall,
): Promise<Result<'lease.next'> & { session: StoredSession | null }> {
  const { flags, world } = call;
  const server = call.server('worker');
  const worker = workerName(call);
  const session = sessionName(call);
  const repo = flags.repo ?? (await repoForWorker(server, worker, world.workingDirectory));
  const until = world.now() + (flags.wait ?? 0);
  const ended: Result<'lease.next'>['ended'][number][] = [];
  for (;;) {
    const waitMs = Math.max(0, Math.min(LONGEST_WAIT_MS, until - world.now()));
    const params = {
      ...(worker === undefined ? {} : { worker }),
      ...(session === undefined ? {} : { session }),
      ...(repo === undefined ? {} : { repo }),
      ...(flags.task === undefined ? {} : { task: taskId(flags.task) }),
      ...(flags.ttl === undefined ? {} : { ttl_ms: flags.ttl }),
      ...(waitMs === 0 ? {} : { wait_ms: waitMs }),
    };
    const answer = await server.request('lease.next', params, { timeoutMs: waitMs + ANSWER_WITHIN_MS });
    ended.push(...answer.ended);
    // What a call that waited is told is of its beginning: the last one does not wait.
    if (answer.grant === null && waitMs > 0) continue;
    return { ...answer, ended, session: answer.grant === null ? null : keepGrant(call, answer.grant) };
  }
}

/** Keeps what the holder needs for its next calls (0600), so that it need not carry it. */
export function keepGrant(call: Call<typeof workerFlags>, grant: GrantView): StoredSession {
  const wanted = { worker: workerName(call), session: sessionName(call), identity: call.identity() };
  const session = sessionOf(grant, wanted);
  new SessionStore(call.root()).save(session, call.world.now());
  return session;
}

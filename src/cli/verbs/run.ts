import { ProtocolError } from '../../protocol/errors.ts';
import type { GrantView } from '../../protocol/views.ts';
import { misused, toCommandFailure } from '../commandFailure.ts';
import { nothingToDo } from '../nothingToDo.ts';
import { LeaseKeeper } from '../run/leaseKeeper.ts';
import { type CommandEnd, RunningCommand, signalExitCode } from '../run/runningCommand.ts';
import { stopSignals } from '../run/stopSignals.ts';
import { SessionStore, type StoredSession } from '../sessions/sessionStore.ts';
import { takeFlags, takeLease } from '../takeLease.ts';
import { type Call, defineVerb, type Report } from '../verb.ts';

type RunCall = Call<{ [K in keyof typeof takeFlags]: (typeof takeFlags)[K] }>;
const DEFAULT_TTL_MS = 600_000;

export const verb = defineVerb({
  summary: 'take a lease and work on it with a command',
  operands: '',
  takes: [0, 0],
  rest: 'COMMAND...',
  flags: takeFlags,
  about:
    'The command finds SIGNALBOX_LEASE, SIGNALBOX_TASK, SIGNALBOX_WORKER and SIGNALBOX_REPO in its environment, and its\n' +
    'prompt with `signalbox prompt`. The lease is renewed while it runs, completed on exit 0, failed (another may try\n' +
    'again) on any other, and checkpointed when a signal stops it. When the lease is lost the command is ended. The exit\n' +
    "code is the command's. Ctrl-C, Ctrl-Z and the like are the command's own, as without `run`; SIGUSR1 and SIGUSR2 are\n" +
    'handed on.',
  example: "signalbox run --wait 10m -- sh -c 'npm test && git push'",
  run: async (call) => {
    if (call.rest.length === 0) {
      throw misused('run needs a command', 'Put it behind --, such as: signalbox run -- npm test');
    }
    const keeper = new LeaseKeeper(call.server('worker'));
    try {
      const { grant, held, session } = await takeLease(call);
      if (grant !== null && session !== null) return await work(call, keeper, grant, session);
      return { value: { grant, held }, text: '', failure: await nothingToDo(call) };
    } finally {
      keeper.dispose();
    }
  },
});

async function work(
  call: RunCall,
  keeper: LeaseKeeper,
  grant: GrantView,
  session: StoredSession,
): Promise<Report> {
  const { lease, worker, repo, task, epoch } = session;
  const { env, workingDirectory, now } = call.world;
  // It makes the editor's own program run as Node: meant for this process, and no command would expect it.
  const { ELECTRON_RUN_AS_NODE: _, ...plainEnv } = env;
  let isLost = false;
  // Before the command is there: whoever hears from it may send a signal at once.
  const signals = stopSignals({
    isInteractive: call.world.isInputTerminal,
    onStop: () => command.end(),
    onOther: (signal) => command.signal(signal),
  });
  const command: RunningCommand = new RunningCommand(call.rest, {
    cwd: workingDirectory,
    env: {
      ...plainEnv,
      SIGNALBOX_ROOT: call.root(),
      SIGNALBOX_LEASE: lease,
      SIGNALBOX_TASK: task,
      SIGNALBOX_WORKER: worker,
      SIGNALBOX_REPO: repo,
    },
  });
  const ttlMs = grant.deadline_at === null ? (call.flags.ttl ?? DEFAULT_TTL_MS) : grant.deadline_at - now();
  keeper.keep({
    lease,
    worker,
    epoch,
    everyMs: Math.max(1_000, ttlMs / 3),
    onLost: () => {
      isLost = true;
      command.end();
    },
  });
  try {
    const end = await command.ended;
    keeper.dispose();
    const typed = end.signal !== null && signals.wasTyped(end.signal) ? end.signal : null;
    await command.dispose();
    return await settle(call, session, end, { isLost, signal: signals.received() ?? typed });
  } catch (error) {
    throw await notStarted(call, session, error);
  } finally {
    await command.dispose();
    signals.dispose();
    new SessionStore(call.root()).remove(session);
  }
}

interface Circumstances {
  readonly isLost: boolean;
  readonly signal: NodeJS.Signals | null;
}

/** Says to the coordinator how the work ended. */
async function settle(
  call: RunCall,
  { lease, worker, epoch }: StoredSession,
  end: CommandEnd,
  { isLost, signal }: Circumstances,
): Promise<Report> {
  const server = call.server('worker');
  const own = { lease, worker, epoch };
  const exitCode = signal === null ? end.exitCode : signalExitCode(signal);
  const value = { lease_id: lease, exit_code: exitCode };
  try {
    // The refusal tells the coordinator that the holder knows: until then its scope would not be free (C7).
    if (isLost) await server.request('lease.renew', own);
    else if (signal !== null) {
      await server.request('lease.checkpoint', { ...own, checkpoint: { summary: 'Stopped by a signal.' } });
    } else if (end.exitCode === 0) await server.request('lease.complete', own);
    else await server.request('lease.fail', { ...own, reason: end.how, retryable: true });
    return { value, text: '', exitCode };
  } catch (error) {
    const isEndedByCommand = error instanceof ProtocolError && error.kind === 'invalid_state' && !isLost;
    if (isEndedByCommand) return { value, text: '', exitCode };
    const failure = toCommandFailure(error);
    return { value, text: '', failure, exitCode: isLost || exitCode === 0 ? failure.exitCode : exitCode };
  }
}

/** The lease goes back: it is not its fault. */
async function notStarted(call: RunCall, session: StoredSession, error: unknown): Promise<unknown> {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  if (code === undefined || !syscall.startsWith('spawn')) return error;
  const { lease, worker, epoch } = session;
  await call.server('worker').request('lease.release', { lease, worker, epoch });
  return misused(
    `${JSON.stringify(call.rest[0] ?? '')} can't be started (${code})`,
    'Name a program that is on the PATH; the lease was given back.',
  );
}

import type { TaskId, TriggerId } from '../core/model/ids.ts';
import type { State } from '../core/model/state.ts';
import type { ConfigurationState } from './ports.ts';
import type { ProjectionStatus } from './projector.ts';
import type { SessionStatus } from './reconciler.ts';
import type { SourceStatus } from './sourceReader.ts';

export type HealthGroup =
  'coordinator' | 'configuration' | 'source' | 'worker' | 'session' | 'transport' | 'scope' | 'task';
export type HealthLevel = 'ok' | 'warn' | 'error';

/** One thing and how it is; a row that is not ok says what to do. */
export interface HealthRow {
  readonly group: HealthGroup;
  /** The thing's own id within its group: a source's name, a worker's id, a session's task id. */
  readonly id: string;
  readonly level: HealthLevel;
  readonly reason: string;
  /** What to do next; empty for a row that is ok. */
  readonly next: string;
  /** For sessions: the last failure, null if there is none (T6). */
  readonly lastError: string | null;
}

export interface HealthInputs {
  readonly now: number;
  readonly startedAt: number;
  readonly lastTickAt: number | null;
  readonly state: State;
  readonly configuration: ConfigurationState;
  readonly sources: readonly SourceStatus[];
  readonly projections: readonly ProjectionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly transports: readonly string[];
}

const row = (
  group: HealthGroup,
  id: string,
  level: HealthLevel,
  reason: string,
  next = '',
  lastError: string | null = null,
): HealthRow => ({ group, id, level, reason, next, lastError });

/** Health as data: everything that can be ill, well or not, with the next step (T6, C4). */
export function buildHealth(inputs: HealthInputs): HealthRow[] {
  return [
    coordinatorRow(inputs),
    ...configurationRows(inputs),
    ...inputs.sources.map((source) => sourceRow(source, inputs)),
    ...workerRows(inputs),
    ...scopeRows(inputs),
    ...inputs.sessions.map(sessionRow),
    ...inputs.transports.map((kind) => row('transport', kind, 'ok', 'ready')),
  ];
}

function coordinatorRow({ now, lastTickAt, configuration, state }: HealthInputs): HealthRow {
  const { tickMs } = configuration.settings;
  const counts = `${String(state.live.size)} open leases, position ${String(state.position)}`;
  if (lastTickAt !== null && now - lastTickAt > 4 * tickMs) {
    const next = 'Look at the log; stop what blocks the machine, or restart the coordinator.';
    return row(
      'coordinator',
      'coordinator',
      'warn',
      `no tick since ${String(Math.round((now - lastTickAt) / 1000))} s`,
      next,
    );
  }
  return row('coordinator', 'coordinator', 'ok', counts);
}

function configurationRows({ configuration }: HealthInputs): HealthRow[] {
  const { problems, pending, settings } = configuration;
  const level = settings.canDispatch ? 'warn' : 'error';
  const fix = 'Correct .signalbox/config.json; until then the last good configuration stays in force.';
  const wrong = problems.map(({ message }, index) =>
    row('configuration', `problem-${String(index + 1)}`, level, message, fix),
  );
  if (pending === null)
    return wrong.length > 0 ? wrong : [row('configuration', 'configuration', 'ok', 'in force')];
  const next = 'Read the changes, then confirm them: signalbox config confirm.';
  return [
    ...wrong,
    row('configuration', 'pending', 'warn', `waits for you: ${pending.changes.join('; ')}`, next),
  ];
}

function sourceRow(source: SourceStatus, { projections, state }: HealthInputs): HealthRow {
  const { name, failure, ignored } = source;
  if (failure !== null) {
    return row('source', name, 'error', failure.reason, failure.next, failure.reason);
  }
  const projection = projections.find((status) => status.source === name);
  if (projection !== undefined) {
    const waiting = [...state.outbox.values()].filter((receipt) => receipt.source === name).length;
    const { reason, next } = projection.failure;
    return row('source', name, 'warn', `${receiptsWait(waiting)}: ${reason}`, next, reason);
  }
  const [first] = ignored;
  if (first === undefined) return row('source', name, 'ok', 'read');
  const why = first.why === 'no_repo' ? 'names no configured repo' : 'is for nobody known here';
  const reason = `${String(ignored.length)} ignored; ${first.id} ${why}`;
  return row(
    'source',
    name,
    'warn',
    reason,
    'Add the repo or worker to the configuration, or correct the task.',
  );
}

const receiptsWait = (count: number): string =>
  count === 1 ? '1 receipt waits' : `${String(count)} receipts wait`;

function workerRows({ state, configuration }: HealthInputs): HealthRow[] {
  const configured = configuration.settings.workers.map(({ id }) => id);
  const registered = [...state.workers.values()].map(({ id }) => id);
  return [...new Set([...configured, ...registered])].map((id) => {
    if (state.workers.get(id)?.isSkipped === true) {
      const next = 'Look at its terminal; any call of it ends this, or send the lease again.';
      return row('worker', id, 'warn', 'left its offers unanswered', next);
    }
    const lease = state.live.get(state.activeByWorker.get(id) ?? ('' as never));
    if (lease?.state === 'acknowledged' && lease.isQuiet) {
      const next = 'Look at its terminal; stop the lease if it hangs.';
      return row('worker', id, 'warn', `quiet on lease ${lease.id}`, next);
    }
    return row('worker', id, 'ok', lease === undefined ? 'free' : `${lease.state} ${lease.id}`);
  });
}

function scopeRows({ state, configuration }: HealthInputs): HealthRow[] {
  const draining = [...state.scopes.values()].flatMap(({ repo, draining: last }) =>
    last === null
      ? []
      : [
          row(
            'scope',
            repo,
            'warn',
            `draining: worker ${last.worker} has not been told yet`,
            `Stop that worker, or end it by hand: signalbox resume ${repo}.`,
          ),
        ],
  );
  const { maxAttempts } = configuration.settings;
  const exhausted = [...state.triggers.values()]
    .filter(({ id, taskId, lost }) => lost >= maxAttempts && lastTriggerOf(state, taskId) === id)
    .filter(({ taskId }) => !state.liveByTask.has(taskId))
    .map(({ taskId }) => taskId);
  const lost = [...new Set(exhausted)].map((taskId) =>
    row(
      'session',
      taskId,
      'error',
      'attempts_exhausted',
      `Find out why it fails, then: signalbox task reopen ${taskId}.`,
    ),
  );
  return [...draining, ...lost];
}

/** A task that was re-opened since has another trigger, and is no longer exhausted. */
function lastTriggerOf(state: State, taskId: TaskId): TriggerId | undefined {
  const last = state.lastByTask.get(taskId);
  return last === undefined ? undefined : state.closed.get(last)?.triggerId;
}

const sessionRow = ({ taskId, lastError }: SessionStatus): HealthRow =>
  lastError === null
    ? row('session', taskId, 'ok', 'turns are reconciled')
    : row(
        'session',
        taskId,
        'warn',
        lastError,
        'Work goes on without new decisions; check the source.',
        lastError,
      );

import type { SourceName, TaskId, TriggerId } from '../core/model/ids.ts';
import type { State } from '../core/model/state.ts';
import type { ConfigurationState, Presence } from './ports.ts';
import type { ProjectionStatus } from './projector.ts';
import type { SessionStatus } from './reconciler.ts';
import type { SourceStatus } from './sourceReader.ts';
import { workerHealth } from './workerHealth.ts';

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
  readonly look: Presence['look'];
}

const endedSessionMs = 3_600_000;

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
    ...inputs.sources.map((source) => withAge(sourceRow(source, inputs), source, inputs)),
    ...removedSourceRows(inputs),
    ...workerRows(inputs),
    ...scopeRows(inputs),
    ...inputs.sessions.flatMap((session) => sessionRow(session, inputs)),
    ...inputs.transports.map((kind) => row('transport', kind, 'ok', 'ready')),
  ];
}

function coordinatorRow({ now, startedAt, lastTickAt, configuration, state }: HealthInputs): HealthRow {
  const { tickMs } = configuration.settings;
  const since = `since ${new Date(startedAt).toISOString()}`;
  const counts = `${String(state.live.size)} open leases, position ${String(state.position)}, ${since}`;
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

/** How old what is known of a source is: a frozen one goes on from it (C4). */
function withAge(of: HealthRow, { goodAt, failure }: SourceStatus, { now }: HealthInputs): HealthRow {
  if (of.level === 'warn') return of;
  const age = goodAt === null ? 'no good snapshot yet' : `last good snapshot ${ageText(now - goodAt)} ago`;
  return { ...of, reason: failure === null ? `${of.reason}; ${age}` : `frozen: ${of.reason}; ${age}` };
}

const ageText = (ms: number): string => `${String(Math.max(0, Math.round(ms / 1000)))} s`;

function workerRows({ state, configuration, look }: HealthInputs): HealthRow[] {
  const configured = configuration.settings.workers.map(({ id }) => id);
  const registered = [...state.workers.values()].map(({ id }) => id);
  return [...new Set([...configured, ...registered])].map((id) => {
    const { isIll, reason, next } = workerHealth(state, id, look);
    return row('worker', id, isIll ? 'warn' : 'ok', reason, next);
  });
}

/** What was of a source that the configuration does not have any more: it stands still, and nobody would see it. */
function removedSourceRows({ state, configuration }: HealthInputs): HealthRow[] {
  const known = new Set(configuration.settings.sources.map(({ name }) => name));
  const left = new Map<SourceName, { leases: number; receipts: number }>();
  const of = (source: SourceName) => {
    const counts = left.get(source) ?? { leases: 0, receipts: 0 };
    left.set(source, counts);
    return counts;
  };
  for (const { taskId } of state.live.values()) {
    const source = state.tasks.get(taskId)?.facts.source;
    if (source !== undefined && !known.has(source)) of(source).leases += 1;
  }
  for (const { source } of state.outbox.values()) if (!known.has(source)) of(source).receipts += 1;
  return [...left].map(([name, { leases, receipts }]) => {
    const reason = `not in the configuration any more; ${String(leases)} open leases and ${String(receipts)} receipts wait for it`;
    const next = `Put ${name} back into sources in .signalbox/config.json, or stop its leases: signalbox stop LEASE.`;
    return row('source', name, 'warn', reason, next);
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

/** Of a task that has no lease any more nothing is amiss, and it is told of for an hour (T6). */
function sessionRow(
  { taskId, lastTurnAt, lastError }: SessionStatus,
  { state, now }: HealthInputs,
): HealthRow[] {
  if (!state.liveByTask.has(taskId)) {
    return now - lastTurnAt > endedSessionMs ? [] : [row('session', taskId, 'ok', 'it has no open lease')];
  }
  if (lastError === null) return [row('session', taskId, 'ok', 'turns are reconciled')];
  const next = 'Work goes on without new decisions; check the source.';
  return [row('session', taskId, 'warn', lastError, next, lastError)];
}

import type { Answers, CommandOf } from '../../commands.ts';
import type { LeaseId, SourceName, TaskId } from '../../model/ids.ts';
import type { LiveLease } from '../../model/lease.ts';
import type { SourceReading } from '../../model/snapshot.ts';
import { workspaceSource } from '../../model/workspace.ts';
import { isTaskOver } from '../../rules/taskStatus.ts';
import type { Draft } from '../draft.ts';
import { taskOf } from '../taskOf.ts';
import { applyDelivery } from './applyDelivery.ts';
import { createRow } from './createRows.ts';
import { endDraining, expire } from './expire.ts';
import { judgeQueue, resend } from './judgeQueue.ts';
import { judgeTask } from './judgeTask.ts';
import { observe } from './observe.ts';
import { readSnapshot } from './readSnapshot.ts';
import { stopBySource } from './stopBySource.ts';

/**
 * One look at everything: time, sources, deliveries, gates, deadlines, the queue, in this order. Whatever a failed source
 * would decide is left as it is (C4).
 */
export function tick(
  draft: Draft,
  { readings, absentMs, deliveries }: CommandOf<'tick'>['params'],
): Answers['tick'] {
  if (absentMs > 0) draft.emit('AbsencePassed', { absentMs });
  for (const reading of readings) observe(draft, reading);
  for (const report of deliveries) applyDelivery(draft, report);
  const good = new Set(readings.filter(({ ok }) => ok).map(({ source }) => source));
  const isFrozen = (source: SourceName): boolean => !good.has(source);
  judgeTasks(draft, isFrozen);
  for (const lease of liveLeases(draft)) {
    const task = taskOf(draft.state, lease);
    if (!isFrozen(task.facts.source)) stopBySource(draft, lease, task);
  }
  for (const lease of liveLeases(draft)) expire(draft, lease);
  endDraining(draft);
  createRows(draft, readings);
  for (const lease of liveLeases(draft)) {
    if (lease.state === 'backoff' && !isFrozen(taskOf(draft.state, lease).facts.source)) resend(draft, lease);
  }
  const handOuts = judgeQueue(draft, isFrozen);
  return { sends: offersIn(draft), handOuts };
}

function judgeTasks(draft: Draft, isFrozen: (source: SourceName) => boolean): void {
  for (const task of [...draft.state.tasks.values()]) {
    const { id, source } = task.facts;
    if (isFrozen(source) || (isTaskOver(task) && !draft.state.liveByTask.has(id))) continue;
    judgeTask(draft, id);
  }
}

/** As they are now: no step of the tick on one lease changes another. */
const liveLeases = (draft: Draft): LiveLease[] => [...draft.state.live.values()];

/** Rows are made in the order of the sources' configuration, then of the snapshot (behaviour 2). */
function createRows(draft: Draft, readings: readonly SourceReading[]): void {
  const { settings } = draft.context;
  for (const { name } of settings.sources) {
    const reading = readings.find(({ source }) => source === name);
    if (reading?.ok !== true) continue;
    const ids: readonly TaskId[] =
      name === workspaceSource
        ? [...draft.state.tasks.values()]
            .filter(({ facts }) => facts.source === name)
            .map(({ facts }) => facts.id)
        : readSnapshot(name, reading.snapshot, settings, draft.state.workers).tasks.map(({ id }) => id);
    for (const id of ids) createRow(draft, id);
  }
}

/** Leases whose intent to send this command stored. */
export const offersIn = (draft: Draft): LeaseId[] =>
  draft.events.flatMap((event) => (event.type === 'LeaseOffered' ? [event.data.leaseId] : []));

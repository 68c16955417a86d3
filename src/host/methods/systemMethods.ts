import path from 'node:path';
import { PositionGone, type Register } from '../../coordinator/ports.ts';
import type { ReceiptWait } from '../../coordinator/receiptWaits.ts';
import type { LeaseId, TaskId, WorkerId } from '../../core/model/ids.ts';
import { workspaceSource } from '../../core/model/workspace.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { eventView } from '../../protocol/eventView.ts';
import { receiptView } from '../../protocol/toView.ts';
import type { ReceiptWaitView } from '../../protocol/views.ts';
import { followEvents } from '../followEvents.ts';
import { healthRows } from '../healthRows.ts';
import { vitalRows, writerView } from '../vitalRows.ts';
import { callBy, type Handlers, unwrap } from './methodContext.ts';
import { pageOf } from './pages.ts';

const historyLimit = 200;

const receiptWaitView = ({ nextTryAt, ...wait }: ReceiptWait): ReceiptWaitView => ({
  ...wait,
  next_try_at: nextTryAt,
});

/** A follower would miss what is archived without knowing it. */
async function refuseArchived(register: Register, from: number): Promise<void> {
  const oldest = await register.completeFrom(from);
  if (oldest > from) throw new PositionGone(from, oldest);
}

/** History, health, receipts, sources and the configuration. */
export const systemMethods = {
  'history.list': async ({ task, lease, worker, from = 1, limit = historyLimit }, { coordinator }) => {
    const { state } = coordinator;
    const isShort = task !== undefined && !state.tasks.has(task as TaskId);
    const taskId = isShort ? (`${workspaceSource}/${task}` as TaskId) : (task as TaskId | undefined);
    const filter = {
      ...(taskId === undefined ? {} : { taskId }),
      ...(lease === undefined ? {} : { leaseId: lease as LeaseId }),
      ...(worker === undefined ? {} : { worker: worker as WorkerId }),
    };
    const page = await coordinator.history(filter, from, limit);
    const events = page.events.map(eventView);
    const { unreadable } = page;
    const more = unreadable === undefined ? {} : { unreadable };
    return coordinator.read(({ position }) => ({ events, next: page.next, ...more, position }));
  },
  'events.subscribe': async ({ from }, { coordinator, register, session }) => {
    if (from !== undefined) await refuseArchived(register, from);
    return coordinator.read(({ position }) => {
      followEvents(coordinator, session, from ?? position + 1);
      return { position };
    });
  },
  'health.show': async (_, context) => {
    const { vitals, register } = context;
    const vital = await vitalRows(vitals, register.term, Date.now());
    return context.coordinator.read(({ position }) => ({
      rows: [...healthRows(context), ...vital],
      writer: writerView(vitals, register.term),
      at: Date.now(),
      position,
    }));
  },
  'receipts.list': (params, { coordinator }) =>
    coordinator.read((state) => {
      const { page, next_cursor } = pageOf(
        [...state.outbox.values()].map(receiptView),
        params,
        ({ id }) => id,
      );
      const waits = coordinator.receiptWaits(state).map(receiptWaitView);
      return { receipts: page, waits, next_cursor, position: state.position };
    }),
  'receipts.project': async (_, { coordinator }) => {
    const before = coordinator.state.outbox.size;
    await coordinator.project();
    const pending = coordinator.state.outbox.size;
    return { acknowledged: Math.max(0, before - pending), pending };
  },
  'source.refresh': ({ source }, { coordinator, configuration }) => {
    const names = configuration.current().settings.sources.map(({ name }) => name as string);
    if (source !== undefined && !names.includes(source)) {
      throw new ProtocolError(
        'not_found',
        `there is no source ${source}`,
        `Name one of ${names.join(', ')}.`,
      );
    }
    coordinator.refresh(source ?? null);
    return coordinator.read(({ position }) => ({
      refreshed: source === undefined ? names : [source],
      position,
    }));
  },
  'config.show': (_, { configuration, root }) => {
    const { settings, problems, pending } = configuration.current();
    return {
      in_force: settings.canDispatch ? { ...settings } : null,
      path: path.join(root, '.signalbox', 'config.json'),
      error: problems.length === 0 ? null : problems.map(({ message }) => message).join('\n'),
      unconfirmed: pending === null ? null : { keys: pending.changes, digest: pending.digest },
    };
  },
  'config.confirm': async (params, context) => {
    const confirmed = context.configuration.confirm(params.digest);
    if (!confirmed.ok) {
      throw new ProtocolError('conflict', confirmed.error, 'Look at it again: signalbox config show.');
    }
    const by = callBy('config.confirm', params, context);
    return unwrap(await context.coordinator.execute('config.confirm', { digest: params.digest }, by));
  },
} satisfies Handlers;

import type { RegisterEvent } from '../core/events.ts';
import { epochCounter } from './toView.ts';
import type { EventView } from './views.ts';

/**
 * What would let its reader act as a lease's holder: the epoch, the session that names the holder (C12) or is its first
 * epoch (T3), and the stored answers, which hold both.
 */
const credentials = new Set(['epoch', 'session', 'answer', 'digest']);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function wireValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireValue);
  if (typeof value !== 'object' || value === null) return value;
  const fields: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'epoch')
      fields.push(['epoch_counter', typeof inner === 'string' ? epochCounter(inner) : null]);
    else if (!credentials.has(name)) fields.push([snakeCase(name), wireValue(inner)]);
  }
  return Object.fromEntries(fields);
}

/** An event for history and followers: everything that happened, nothing that can be used to act (C20). */
export const eventView = (event: RegisterEvent): EventView => ({
  position: event.position,
  id: event.id,
  type: event.type,
  version: event.version,
  at: event.at,
  actor: event.actor,
  request_id: event.requestId,
  task_id: event.about.taskId,
  lease_id: event.about.leaseId,
  worker: event.about.worker,
  data: wireValue(event.data) as EventView['data'],
});

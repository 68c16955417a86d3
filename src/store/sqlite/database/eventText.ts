import type { RegisterEvent } from '../../../core/events.ts';

/**
 * An event as the text of a JSON array, put together by SQLite: one crossing of the border for many rows, and without
 * the names of its fields a third shorter to make and to read.
 */
export const eventAsText = `'[' || position || ',' || version || ',' || at || ',' || json_array(
  id, type, actor_surface, actor_name, request_id, task_id, lease_id, worker) || ',' || data || ']'`;

type Names = readonly [
  string,
  string,
  string,
  string,
  string | null,
  string | null,
  string | null,
  string | null,
];
type TextRow = readonly [position: number, version: number, at: number, names: Names, data: unknown];

/** @param text a JSON array of rows made by `eventAsText` */
export const eventsFromText = (text: string): RegisterEvent[] => (JSON.parse(text) as TextRow[]).map(eventOf);

function eventOf([position, version, at, names, data]: TextRow): RegisterEvent {
  const [id, type, surface, name, requestId, taskId, leaseId, worker] = names;
  const about = { taskId, leaseId, worker };
  return {
    position,
    id,
    type,
    version,
    at,
    actor: { surface, name },
    requestId,
    about,
    data,
  } as RegisterEvent;
}

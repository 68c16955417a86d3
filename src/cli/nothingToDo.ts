import { exitCodes } from '../protocol/exitCodes.ts';
import { CommandFailure } from './commandFailure.ts';
import { oneLine } from './output/cleanText.ts';
import { taskId } from './resolveIds.ts';
import type { TakeCall } from './takeLease.ts';

/**
 * Why a call for work got none. Waiting helps, unless it is for one task that is gated (exit 7) or has no lease to give.
 * @throws ProtocolError `not_found` when nobody knows the task
 */
export async function nothingToDo({ flags, server }: TakeCall): Promise<CommandFailure> {
  const next = 'Wait for it with --wait, such as --wait 10m; or see `signalbox status`.';
  const usual = new CommandFailure(exitCodes.nothingToDo, 'there is nothing to do', next);
  if (flags.task === undefined) return usual;
  const { task } = await server('worker').request('task.show', { task: taskId(flags.task) });
  const id = oneLine(task.id);
  if (task.gates.length > 0) {
    const message = `${id} is held at danger: ${task.gates.join(', ')}`;
    return new CommandFailure(exitCodes.gated, message, 'Take other work; a person has to clear the gate.');
  }
  if (task.lease_state === 'pending' || task.lease_state === 'waiting') return usual;
  const message = `there is nothing to do on ${id}: it is ${task.cancelled ? 'cancelled' : oneLine(task.status)}`;
  return new CommandFailure(exitCodes.nothingToDo, message, `See how it stands: signalbox task show ${id}`);
}

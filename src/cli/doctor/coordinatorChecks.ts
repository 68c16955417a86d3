import path from 'node:path';
import { highestWriter } from '../../ipc/discovery.ts';
import { MAX_SOCKET_PATH_BYTES } from '../../ipc/endpointName.ts';
import { hasEnded } from '../../ipc/writerProcess.ts';
import { spanText } from '../../protocol/times.ts';
import { toCommandFailure } from '../commandFailure.ts';
import { doubtful, fine, type Finding, type Patient, wrong } from './check.ts';

const FRESH_MS = 10_000;

export function writerCheck({ root, world }: Patient): Finding {
  const name = 'writer file';
  const writer = root === null ? null : highestWriter(path.join(root, '.signalbox', 'state'));
  if (writer === null) return fine(name, 'none');
  const { term, pid, host, heartbeatAt, endpoint } = writer;
  const says = `term ${term}, pid ${pid} on ${host}, last sign of life ${spanText(world.now() - heartbeatAt)} ago`;
  if (!endpoint.startsWith('\\\\') && Buffer.byteLength(endpoint) > MAX_SOCKET_PATH_BYTES) {
    return wrong(
      name,
      `the socket's path is too long: ${endpoint}`,
      'Set XDG_RUNTIME_DIR to a shorter folder.',
    );
  }
  const start = 'Start a coordinator: open the folder in VS Code, or signalbox serve.';
  if (hasEnded(writer)) return doubtful(name, `its process has ended: ${says}`, start);
  return world.now() - heartbeatAt > FRESH_MS ? doubtful(name, `stale: ${says}`, start) : fine(name, says);
}

/** Whether the coordinator answers, and all that it knows to be amiss itself. */
export async function coordinatorChecks({ root, server }: Patient): Promise<Finding[]> {
  if (root === null) return [];
  try {
    const [config, health] = await Promise.all([
      server.request('config.show', {}),
      server.request('health.show', {}),
    ]);
    const waits = config.unconfirmed === null ? null : config.unconfirmed.keys.join(', ');
    return [
      fine('coordinator', `answers, at position ${health.position}`),
      config.error === null
        ? fine('configuration', 'valid')
        : wrong('configuration', config.error, `Correct ${config.path}.`),
      ...(waits === null
        ? []
        : [doubtful('confirmation', `waits: ${waits}`, 'See what waits: signalbox config confirm')]),
      ...health.rows
        // The doctor has looked at the file system itself.
        .filter(({ id, level }) => level !== 'ok' && id !== 'store:file system')
        .map(({ name, level, reason, next }) => ({ name, level, says: reason, next })),
    ];
  } catch (error) {
    const { message, next } = toCommandFailure(error);
    return [
      wrong('coordinator', message, next),
      doubtful('configuration', 'not looked at: the coordinator reads it', 'Look again when one runs.'),
    ];
  }
}

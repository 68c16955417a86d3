import { existsSync } from 'node:fs';
import path from 'node:path';
import { ProtocolError } from '../../protocol/errors.ts';
import type { DiagnosisView } from '../../protocol/doctorViews.ts';
import { CommandFailure } from '../commandFailure.ts';
import { localTime } from '../../protocol/times.ts';
import { askHost } from '../store/askHost.ts';
import { doubtful, fine, type Finding, type Patient, wrong } from './check.ts';

/** The store of a root that nobody serves, as the host's bundle sees it or mends it. */
export const askDoctor = <T>(
  world: Patient['world'],
  root: string,
  more: readonly string[] = [],
): Promise<T> => askHost<T>(world, ['doctor', '--root', root, ...more]);

/** Each kind of damage by its own name (S5). A store that is served is looked at by its coordinator. */
export async function storeChecks({ root, world }: Patient): Promise<Finding[]> {
  if (root === null || !existsSync(path.join(root, '.signalbox', 'state')))
    return [fine('store', 'none yet')];
  try {
    const found = await askDoctor<DiagnosisView>(world, root);
    if (found.holder_pid !== null) return [fine('store', `in use by process ${found.holder_pid}`)];
    if (found.ailments.length === 0)
      return [fine('store', `whole, at position ${found.history?.position ?? 0}`)];
    const ways = waysText(found, world.now());
    const next = ways === '' ? 'Do as it says.' : `signalbox doctor --fix can go on from ${ways}.`;
    return found.ailments.map(({ level, says }) =>
      level === 'warn' ? doubtful('store', says, 'Nothing is needed.') : wrong('store', says, next),
    );
  } catch (error) {
    if (!(error instanceof ProtocolError || error instanceof CommandFailure)) throw error;
    return [wrong('store', error.message, error.next)];
  }
}

const waysText = ({ history, backup }: DiagnosisView, now: number): string =>
  [
    ...(history === null ? [] : [`what can be read, to ${placeText(history, now)}`]),
    ...(backup === null ? [] : [`the newest good backup, to ${placeText(backup, now)}`]),
  ].join(', or from ');

export const placeText = (
  { position, at }: { readonly position: number; readonly at: number | null },
  now: number,
): string => `position ${position}${at === null ? '' : ` (${localTime(at, now)})`}`;

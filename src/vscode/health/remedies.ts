import type { HealthRow } from '../../protocol/views.ts';
import type { HealthCommandName } from '../ids.ts';

/** A command that does something about an ill row. */
export type Remedy = HealthCommandName | 'showLog';

const ofRow: Readonly<Partial<Record<string, Remedy>>> = {
  'configuration:pending': 'confirmConfiguration',
  'store:daily backup': 'backUpStore',
  'store:disk': 'compactStore',
};

const ofGroup: Readonly<Record<HealthRow['group'], Remedy>> = {
  coordinator: 'showLog',
  store: 'runDoctor',
  configuration: 'openConfiguration',
  source: 'refreshSources',
  worker: 'showLog',
  session: 'refreshSources',
  transport: 'showLog',
  scope: 'showLog',
  task: 'showLog',
  receipts: 'refreshSources',
  ipc: 'showLog',
};

/** What the button of a row does; null: it is well. */
export function remedyOf({ id, group, level, next }: HealthRow): Remedy | null {
  if (level === 'ok') return null;
  const asksForConfiguration = group === 'source' && next?.includes('configuration') === true;
  return ofRow[id] ?? (asksForConfiguration ? 'openConfiguration' : ofGroup[group]);
}

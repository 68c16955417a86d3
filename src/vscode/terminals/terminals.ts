import { setTimeout } from 'node:timers/promises';
import type { Disposable } from '../../base/disposable.ts';
import { foregroundGroup } from '../../ipc/foregroundGroup.ts';
import { linuxProcessTable } from '../../ipc/processTable.ts';
import { EndpointOffers } from './endpointOffers.ts';
import { OpenTerminals } from './openTerminals.ts';
import { terminalReadAt } from './terminalRead.ts';

export interface Terminals extends Disposable {
  readonly open: OpenTerminals;
  readonly offers: EndpointOffers;
}

/** Elsewhere than on Linux one look at a process runs a tool, which this thread may not wait for. */
export const cheapTable = process.platform === 'linux' ? linuxProcessTable : null;

/** The terminals of this window, and what a coordinator may ask of them. */
export function startTerminals(onFault: (error: unknown) => void): Terminals {
  const open = new OpenTerminals(onFault);
  const offers = new EndpointOffers({
    terminals: () => open.all(),
    table: cheapTable,
    foregroundOf: foregroundGroup,
    readAt: terminalReadAt,
    now: Date.now,
    pause: (ms) => setTimeout(ms),
  });
  return { open, offers, dispose: () => open.dispose() };
}

/** Every name that package.json and the code share, once; test/vscode/manifest.test.ts compares both. */
export const viewIds = { leases: 'signalbox.leases' } as const;

export const commandIds = {
  initializeWorkspace: 'signalbox.initializeWorkspace',
  ackLease: 'signalbox.ackLease',
  completeLease: 'signalbox.completeLease',
  backUpStore: 'signalbox.backUpStore',
  showLog: 'signalbox.showLog',
} as const;

/** Used by the views themselves, never in the palette. */
export const innerCommandIds = { showMoreLeases: 'signalbox.showMoreLeases' } as const;

export type CommandName = keyof typeof commandIds;

/** What the window's coordinator is to it; the views' welcome texts and the palette go by it. */
export type Phase =
  'no_folder' | 'not_trusted' | 'not_initialized' | 'starting' | 'connected' | 'unreachable';

/** Context keys with the values that they take. */
export interface ContextKeys {
  'signalbox.phase': Phase;
}

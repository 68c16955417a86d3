/** Every name that package.json and the code share, once; test/vscode/manifest.test.ts compares both. */
export const viewIds = {
  leases: 'signalbox.leases',
  decisions: 'signalbox.decisions',
  health: 'signalbox.health',
} as const;

export const commandIds = {
  initializeWorkspace: 'signalbox.initializeWorkspace',
  newTask: 'signalbox.newTask',
  ackLease: 'signalbox.ackLease',
  renewLease: 'signalbox.renewLease',
  checkpointLease: 'signalbox.checkpointLease',
  completeLease: 'signalbox.completeLease',
  failLease: 'signalbox.failLease',
  releaseLease: 'signalbox.releaseLease',
  stopLease: 'signalbox.stopLease',
  sendOffer: 'signalbox.sendOffer',
  continueDirtyTree: 'signalbox.continueDirtyTree',
  reopenTask: 'signalbox.reopenTask',
  cancelTask: 'signalbox.cancelTask',
  moveTask: 'signalbox.moveTask',
  clearGate: 'signalbox.clearGate',
  pauseDispatch: 'signalbox.pauseDispatch',
  resumeDispatch: 'signalbox.resumeDispatch',
  takeRepo: 'signalbox.takeRepo',
  giveBackRepo: 'signalbox.giveBackRepo',
  showHistory: 'signalbox.showHistory',
  copyLeaseId: 'signalbox.copyLeaseId',
  copyCliEnvironment: 'signalbox.copyCliEnvironment',
  answerQuestion: 'signalbox.answerQuestion',
  closeQuestion: 'signalbox.closeQuestion',
  recordDecision: 'signalbox.recordDecision',
  backUpStore: 'signalbox.backUpStore',
  restoreStore: 'signalbox.restoreStore',
  verifyStore: 'signalbox.verifyStore',
  compactStore: 'signalbox.compactStore',
  runDoctor: 'signalbox.runDoctor',
  takeOverHere: 'signalbox.takeOverHere',
  startCoordinator: 'signalbox.startCoordinator',
  refreshSources: 'signalbox.refreshSources',
  confirmConfiguration: 'signalbox.confirmConfiguration',
  openConfiguration: 'signalbox.openConfiguration',
  startWorker: 'signalbox.startWorker',
  revealTerminal: 'signalbox.revealTerminal',
  showLog: 'signalbox.showLog',
} as const;

/** Used by the views themselves, never in the palette. */
export const innerCommandIds = {
  showMoreLeases: 'signalbox.showMoreLeases',
  showMoreDecisions: 'signalbox.showMoreDecisions',
} as const;

export type CommandName = keyof typeof commandIds;

/** Those of one root: its store, its host, its configuration. Most of them work without a coordinator too. */
export type HealthCommandName =
  | `${'backUp' | 'restore' | 'verify' | 'compact'}Store`
  | `${'confirm' | 'open'}Configuration`
  | 'runDoctor'
  | 'takeOverHere'
  | 'startCoordinator'
  | 'refreshSources';

/** What the window's coordinator is to it; the views' welcome texts and the palette go by it. */
export type Phase =
  'no_folder' | 'not_on_disk' | 'not_trusted' | 'not_initialized' | 'starting' | 'connected' | 'unreachable';

/** Context keys with the values that they take. */
export interface ContextKeys extends Readonly<Record<`signalbox.can.${CommandName}`, boolean>> {
  'signalbox.phase': Phase;
  /** Whether a question waits for an answer. */
  'signalbox.hasQuestion': boolean;
  /** Another process has the store of a root of this window. */
  'signalbox.isFollower': boolean;
}

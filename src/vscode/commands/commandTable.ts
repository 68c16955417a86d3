import { answerQuestion } from '../decisions/answerQuestion.ts';
import { closeQuestion } from '../decisions/closeQuestion.ts';
import { recordDecision } from '../decisions/recordDecision.ts';
import type { CommandName, HealthCommandName } from '../ids.ts';
import { checkpointLease } from './checkpointLease.ts';
import { continueDirtyTree } from './continueDirtyTree.ts';
import { copyCliEnvironment } from './copyCliEnvironment.ts';
import { failLease } from './failLease.ts';
import { showHistory } from './history/showHistory.ts';
import {
  ackLease,
  completeLease,
  copyLeaseId,
  releaseLease,
  renewLease,
  sendOffer,
  stopLease,
} from './leaseLife.ts';
import { moveTask } from './moveTask.ts';
import { newTask } from './newTask.ts';
import type { Command } from './running.ts';
import { giveBackRepo, pauseDispatch, resumeDispatch, takeRepo } from './scopeLife.ts';
import { cancelTask, clearGate, reopenTask } from './taskLife.ts';
import { revealTerminal } from './revealTerminal.ts';
import { startWorker } from './startWorker.ts';

/** Commands that need a coordinator. Without one they say so, and what to do. */
export const commandTable: Readonly<
  Record<Exclude<CommandName, HealthCommandName | 'initializeWorkspace' | 'showLog'>, Command>
> = {
  newTask,
  ackLease,
  renewLease,
  checkpointLease,
  completeLease,
  failLease,
  releaseLease,
  stopLease,
  sendOffer,
  continueDirtyTree,
  reopenTask,
  cancelTask,
  moveTask,
  clearGate,
  pauseDispatch,
  resumeDispatch,
  takeRepo,
  giveBackRepo,
  showHistory,
  copyLeaseId,
  copyCliEnvironment,
  answerQuestion,
  closeQuestion,
  recordDecision,
  startWorker,
  revealTerminal,
};

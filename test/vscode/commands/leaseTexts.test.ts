import assert from 'node:assert/strict';
import { leaseCommands } from '../../../src/vscode/commands/leaseRules.ts';
import {
  confirmCancel,
  confirmFail,
  confirmRelease,
  confirmStop,
  pickTexts,
} from '../../../src/vscode/commands/leaseTexts.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { english } from '../../kit/l10n.ts';

describe('what commands say', () => {
  it('each asks its own question, and says what to do or that nothing is needed when there is nothing', () => {
    const questions = leaseCommands.map((command) => pickTexts(english, command).question);
    assert.equal(new Set(questions).size, leaseCommands.length);
    for (const command of leaseCommands) {
      const { question, none } = pickTexts(english, command);
      assert.match(question, /\?$/);
      assert.match(none, /^Signalbox: .+\.$/);
    }
  });

  const running = leaseViewOf({ state: 'acknowledged', worker: 'w1' });
  const told = 'w1 works on it and is told at its next call; what it has changed in its files stays. ';

  it('C7: who ends what a worker works on is told what becomes of the worker', () => {
    const details = [
      confirmStop(english, running),
      confirmRelease(english, running),
      confirmFail(english, running, true),
      confirmFail(english, running, false),
      confirmCancel(english, running.title, running),
    ].map((confirmation) => confirmation?.detail);
    assert.deepEqual(details, [
      `${told}The lease ends for good and nothing goes on from it. Reopen Task makes a new one.`,
      `${told}The lease ends, and the task goes back to its place in the queue, for any worker.`,
      `${told}Another lease of the task is queued, unless its attempts are used up.`,
      `${told}Nothing goes on from it. Reopen Task makes a new lease.`,
      `${told}The task stays cancelled, whatever its source says, until Reopen Task.`,
    ]);
  });

  it('where nobody works on it, nothing is said of a worker', () => {
    assert.deepEqual(confirmStop(english, leaseViewOf({ state: 'offered', worker: 'w1' })), {
      message: 'Stop the lease of "Fix parser"?',
      detail: 'The lease ends for good and nothing goes on from it. Reopen Task makes a new one.',
      button: 'Stop Lease',
    });
    assert.equal(
      confirmCancel(english, 'Fix parser', null).detail,
      'The task stays cancelled, whatever its source says, until Reopen Task.',
    );
  });

  it('an offer is taken back without a question', () => {
    assert.equal(confirmRelease(english, leaseViewOf({ state: 'offered', worker: 'w1' })), null);
  });
});

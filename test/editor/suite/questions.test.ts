import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SignalboxApi } from '../../../src/vscode/api.ts';
import type { QuestionView } from '../../../src/protocol/views.ts';
import { eventually } from '../../kit/eventually.ts';
import { runInTerminal } from './terminalRun.ts';

/** After the main job, which leaves the repo of the website free. */
describe('a question in a real extension host', () => {
  const title = 'Choose the clock of the stops';
  let api: SignalboxApi;

  before(async () => {
    const extension = vscode.extensions.getExtension<SignalboxApi>('signalbox.signalbox');
    assert.ok(extension);
    api = await extension.activate();
    const { code } = await runInTerminal(`signalbox task add "${title}" --repo website`);
    assert.equal(code, 0);
  });

  const questions = async (): Promise<readonly QuestionView[]> => {
    const { stdout } = await runInTerminal('signalbox questions --json');
    return (JSON.parse(stdout) as { readonly questions: readonly QuestionView[] }).questions;
  };
  const lease = () => api.leases().find((one) => one.title === title);

  it('T7, T8: a click on an option gives the worker the decision that it waits for', async () => {
    await eventually('the task is ready', () => lease()?.state === 'pending', 15_000);
    const worker = runInTerminal(
      'signalbox next --worker asker --repo website >/dev/null && signalbox ask "Which clock?" --option 24h --option 12h --wait 20s --worker asker && signalbox complete --worker asker',
    );
    await eventually('its time stands still', () => lease()?.question_open === true, 15_000);
    const [question] = await questions();
    assert.ok(question);
    assert.deepEqual(question.options, ['24h', '12h']);
    await vscode.commands.executeCommand('signalbox.answerQuestion', `waiting/${question.id}/1`);
    const { code, stdout } = await worker;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /12h/);
    await eventually('its worker has ended it', () => lease()?.state === 'completed');
    assert.deepEqual(await questions(), []);
  });

  it('an answer to what was answered meanwhile changes nothing', async () => {
    const { stdout } = await runInTerminal('signalbox questions --all --json');
    const [question] = (JSON.parse(stdout) as { readonly questions: readonly QuestionView[] }).questions;
    await vscode.commands.executeCommand('signalbox.answerQuestion', `waiting/${question?.id ?? ''}/0`);
    const after = await runInTerminal('signalbox decisions --json');
    const { decisions } = JSON.parse(after.stdout) as { readonly decisions: readonly { value: string }[] };
    assert.deepEqual(
      decisions.map(({ value }) => value),
      ['12h'],
    );
  });
});

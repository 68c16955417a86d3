import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import type { QuestionView } from '../../protocol/views.ts';
import { viewIds } from '../ids.ts';
import { showProblem } from '../problem.ts';
import type { Roots } from '../roots.ts';
import { answerOrAsk } from './answerQuestion.ts';
import { pickQuestion } from './questionFor.ts';
import { findQuestion, waitingIn } from './rootDecisions.ts';
import { ToastPlan } from './toastPlan.ts';
import { type ToastButton, toastText } from './toastText.ts';

/** Questions that come so close together are one toast. */
const GATHER_MS = 400;
const MEMORY = 'signalbox.toldQuestions';

type Item = vscode.MessageItem & ToastButton;

/**
 * Tells the person of questions, each once in this workspace. VS Code takes no toast back: one whose question was answered
 * elsewhere says so when its button is pressed, and changes nothing.
 */
export class QuestionToasts implements vscode.Disposable {
  private readonly roots: Roots;
  private readonly memory: vscode.Memento;
  private readonly log: vscode.LogOutputChannel;
  private readonly plan: ToastPlan;
  private timer: NodeJS.Timeout | undefined;
  private looksAt: number | null = null;

  constructor(roots: Roots, memory: vscode.Memento, log: vscode.LogOutputChannel) {
    this.roots = roots;
    this.memory = memory;
    this.log = log;
    this.plan = new ToastPlan(memory.get<string[]>(MEMORY, []));
  }

  /** To be called when the questions may be others than before. */
  look(): void {
    const now = Date.now();
    const waiting = this.waiting();
    if (this.plan.due(waiting, now).length > 0) this.lookAt(now + GATHER_MS);
    else this.lookLater(now);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private readonly waiting = () => waitingIn(this.roots.all).map(({ question }) => question);

  private lookLater(now: number): void {
    const next = this.plan.nextAt(this.waiting(), now);
    if (next !== null) this.lookAt(next);
  }

  /** The earlier of what is asked for counts. */
  private lookAt(at: number): void {
    if (this.looksAt !== null && this.looksAt <= at) return;
    clearTimeout(this.timer);
    this.looksAt = at;
    this.timer = setTimeout(() => this.tell(), at - Date.now());
  }

  private tell(): void {
    this.looksAt = null;
    const now = Date.now();
    const due = this.plan.due(this.waiting(), now);
    this.plan.tell(due);
    this.lookLater(now);
    if (due.length === 0) return;
    void this.memory.update(MEMORY, this.plan.toldIds);
    this.show(due).catch((error: unknown) => showProblem(error, this.log));
  }

  private async show(questions: readonly QuestionView[]): Promise<void> {
    const { message, buttons } = toastText(questions, vscode.l10n);
    const items: Item[] = buttons.map((button) => ({ ...button }));
    const chosen = await vscode.window.showInformationMessage(message, ...items);
    if (chosen !== undefined) await this.act(chosen, questions);
  }

  private async act({ action, value }: ToastButton, questions: readonly QuestionView[]): Promise<void> {
    switch (action) {
      case 'snooze':
        this.plan.snooze(questions, Date.now());
        this.look();
        return;
      case 'show':
        await vscode.commands.executeCommand(`${viewIds.decisions}.focus`);
        return;
      case 'ask':
      case 'answer':
        await this.answer(questions, value ?? undefined);
    }
  }

  /** The toast may be old: what counts is how its questions stand by now. */
  private async answer(questions: readonly QuestionView[], value: string | undefined): Promise<void> {
    const all = this.roots.all;
    const asked = questions.flatMap(({ id }) => findQuestion(all, id) ?? []);
    const open = asked.filter(({ question }) => question.state === 'open');
    if (open.length > 1) {
      const one = await pickQuestion(all, open);
      return one && answerOrAsk(one);
    }
    await answerOrAsk(open[0] ?? asked[0] ?? away(), value);
  }
}

function away(): never {
  throw new ProtocolError(
    'unavailable',
    vscode.l10n.t('the coordinator of that question does not answer now'),
    vscode.l10n.t('Nothing is lost: answer it in the Decisions view once it is back.'),
  );
}

import * as vscode from 'vscode';

export interface Position {
  readonly title: string;
  /** 1 for the first; both undefined when there is only one. */
  readonly step: number | undefined;
  readonly totalSteps: number | undefined;
}

/** An answer, a wish to go back, or undefined: the person gave up. */
export type Answer<T> = { readonly value: T } | 'back' | undefined;

export interface Text {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string | undefined;
  /** Says what is wrong with the text while it is typed. */
  readonly problem: (text: string) => string | undefined;
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

type Step<T> = (position: Position, before: T | undefined) => Promise<Answer<T>>;
/** A step for each thing to be said; what may be left out may have none. */
export type Steps<T> = { readonly [K in keyof T]: Step<NonNullable<T[K]>> };

/**
 * Asks one thing after the other, each with a way back to the one before it, where what was said still stands.
 * @param steps in the order in which they are asked.
 * @returns undefined when the person gave up.
 */
export async function askSteps<T extends object>(title: string, steps: Steps<T>): Promise<T | undefined> {
  const asked = Object.entries(steps as Readonly<Record<string, Step<unknown>>>);
  const said: Record<string, unknown> = {};
  for (let at = 0, next = asked[0]; next !== undefined; next = asked[at]) {
    const [name, step] = next;
    const isOne = asked.length === 1;
    const position = {
      title,
      step: isOne ? undefined : at + 1,
      totalSteps: isOne ? undefined : asked.length,
    };
    const answer = await step(position, said[name]);
    if (answer === undefined) return undefined;
    if (answer !== 'back') said[name] = answer.value;
    at += answer === 'back' ? -1 : 1;
  }
  return said as T;
}

/** Shows one input until it is answered, left or gone back from. It stays while the person looks elsewhere. */
function ask<T>(
  input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] },
  { title, step, totalSteps }: Position,
  listen: (settle: (answer: Answer<T>) => void) => vscode.Disposable,
): Promise<Answer<T>> {
  input.title = title;
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  if (step !== undefined && step > 1) input.buttons = [vscode.QuickInputButtons.Back];
  return new Promise<Answer<T>>((resolve) => {
    const listening = vscode.Disposable.from(
      listen(resolve),
      input.onDidHide(() => resolve(undefined)),
    );
    input.onDidHide(() => {
      listening.dispose();
      input.dispose();
    });
    input.show();
  }).finally(() => input.hide());
}

export function askText(
  position: Position,
  { prompt, placeholder, value, problem }: Text,
): Promise<Answer<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = prompt;
  input.placeholder = placeholder;
  input.value = value ?? '';
  return ask<string>(input, position, (settle) =>
    vscode.Disposable.from(
      input.onDidTriggerButton(() => settle('back')),
      input.onDidChangeValue((text) => {
        input.validationMessage = problem(text);
      }),
      input.onDidAccept(() => {
        input.validationMessage = problem(input.value);
        if (input.validationMessage === undefined) settle({ value: input.value });
      }),
    ),
  );
}

export function askChoice<T>(
  position: Position,
  placeholder: string,
  choices: readonly Choice<T>[],
  before: T | undefined,
): Promise<Answer<T>> {
  const input = pick(choices, placeholder);
  input.activeItems = choices.filter(({ value }) => value === before);
  return ask<T>(input, position, (settle) =>
    vscode.Disposable.from(
      input.onDidTriggerButton(() => settle('back')),
      input.onDidAccept(() => {
        const [chosen] = input.selectedItems;
        if (chosen !== undefined) settle({ value: chosen.value });
      }),
    ),
  );
}

/** Any number of them, none included. */
export function askChoices<T>(
  position: Position,
  placeholder: string,
  choices: readonly Choice<T>[],
  before: readonly T[] | undefined,
): Promise<Answer<readonly T[]>> {
  const input = pick(choices, placeholder);
  input.canSelectMany = true;
  input.selectedItems = choices.filter(({ value }) => before?.includes(value));
  return ask<readonly T[]>(input, position, (settle) =>
    vscode.Disposable.from(
      input.onDidTriggerButton(() => settle('back')),
      input.onDidAccept(() => settle({ value: input.selectedItems.map(({ value }) => value) })),
    ),
  );
}

function pick<T>(choices: readonly Choice<T>[], placeholder: string): vscode.QuickPick<Choice<T>> {
  const input = vscode.window.createQuickPick<Choice<T>>();
  input.items = choices;
  input.placeholder = placeholder;
  input.matchOnDescription = true;
  input.matchOnDetail = true;
  return input;
}

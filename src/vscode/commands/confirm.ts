import * as vscode from 'vscode';
import type { Confirmation } from './leaseTexts.ts';

/** Asks before something that can't be taken back; null: there is nothing to ask. */
export async function isConfirmed(confirmation: Confirmation | null): Promise<boolean> {
  if (confirmation === null) return true;
  const { message, detail, button, leave } = confirmation;
  const items = [
    { title: button },
    ...(leave === undefined ? [] : [{ title: leave, isCloseAffordance: true }]),
  ];
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...items);
  return chosen?.title === button;
}

import * as vscode from 'vscode';
import type { NamedPlace } from './placeOfUri.ts';
import { placeOfUri } from './placeOfUri.ts';
import type { Reveal } from './revealPlace.ts';

/** Follows `vscode://signalbox.signalbox/<kind>/<id>`. A link comes from anywhere, so it only ever shows something. */
export const registerUriHandler = (reveal: Reveal): vscode.Disposable =>
  vscode.window.registerUriHandler({
    handleUri: async ({ path }) => {
      const place = placeOfUri(path);
      if (place === null) {
        const message = vscode.l10n.t(
          'Signalbox: this link names no lease, task or question. A right one ends in /lease/ID, /task/ID or /question/ID.',
        );
        void vscode.window.showWarningMessage(message);
      } else if (!(await reveal(place))) void vscode.window.showWarningMessage(notFound(place));
    },
  });

function notFound({ kind, id }: NamedPlace): string {
  const named = {
    lease: vscode.l10n.t('lease {0}', id),
    task: vscode.l10n.t('task {0}', id),
    question: vscode.l10n.t('question {0}', id),
  };
  return vscode.l10n.t(
    'Signalbox: the folders of this window have no {0} to show. Open the folder that it is of; what is archived is told by `signalbox history`.',
    named[kind],
  );
}

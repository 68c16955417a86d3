import * as vscode from 'vscode';
import { leaseChoice } from './leaseChoices.ts';
import { leaseFor } from './leaseFor.ts';
import { pickTexts } from './leaseTexts.ts';
import { type Place, placesFor, queueOf } from './moves.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';

type Item = vscode.QuickPickItem & { readonly place?: Place };

/** Moves a queued task to another place in its queue (C6). */
export const moveTask: Command = (running) => async (row) => {
  const lease = await leaseFor('moveTask', running, row);
  if (lease === undefined) return;
  const { client } = running.rootOf(lease);
  const places = placesFor(queueOf(client.leases.values()), lease);
  if (places.length === 0) {
    void vscode.window.showInformationMessage(pickTexts(vscode.l10n, 'moveTask').none);
    return;
  }
  const placeHolder = vscode.l10n.t('Where does "{0}" go?', lease.title);
  const chosen = await vscode.window.showQuickPick(items(places), {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.place === undefined) return;
  await client.call('task.reorder', { task: lease.task_id, before: chosen.place.before });
  sayDone(vscode.l10n.t('"{0}" has moved', lease.title));
};

function items(places: readonly Place[]): Item[] {
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const ofKind = (kind: Place['kind']): Item[] =>
    places.filter((place) => place.kind === kind).map((place) => ({ ...labelOf(place), place }));
  return [
    ...ofKind('first'),
    ...ofKind('last'),
    separator(vscode.l10n.t('before another one')),
    ...ofKind('before'),
    separator(vscode.l10n.t('after another one')),
    ...ofKind('after'),
  ];
}

function labelOf({ kind, lease }: Place): Omit<Item, 'place'> {
  if (lease === null) {
    return kind === 'first'
      ? { label: vscode.l10n.t('First'), iconPath: new vscode.ThemeIcon('arrow-up') }
      : { label: vscode.l10n.t('Last'), iconPath: new vscode.ThemeIcon('arrow-down') };
  }
  const { label: title, description, detail } = leaseChoice(lease);
  const label = kind === 'before' ? vscode.l10n.t('Before {0}', title) : vscode.l10n.t('After {0}', title);
  return { label, description, detail };
}

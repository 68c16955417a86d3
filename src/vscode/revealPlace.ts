import * as vscode from 'vscode';
import type { LeaseView, QuestionView } from '../protocol/views.ts';
import { viewIds } from './ids.ts';
import { leaseOfPlace } from './leaseOfPlace.ts';
import type { LeasesTree } from './leasesTree.ts';
import type { NamedPlace } from './placeOfUri.ts';
import type { Roots } from './roots.ts';

/** A window that opens with a link has to find its coordinator first. */
const PATIENCE_MS = 10_000;

/** Shows the row of a lease, a task's newest lease or the lease of a question, and nothing else. Answers false when there is none in time. */
export type Reveal = (place: NamedPlace, patienceMs?: number) => Promise<boolean>;

export const revealIn =
  (roots: Roots, tree: LeasesTree, view: vscode.TreeView<string>): Reveal =>
  async (place, patienceMs = PATIENCE_MS) => {
    const lease = await leaseInTime(roots, place, patienceMs);
    if (lease === null) return false;
    await vscode.commands.executeCommand(`${viewIds.leases}.focus`);
    const row = tree.rowOf(lease.id);
    if (row === undefined) return false;
    await view.reveal(row, { select: true, focus: true });
    return true;
  };

function leaseInTime(roots: Roots, place: NamedPlace, patienceMs: number): Promise<LeaseView | null> {
  return new Promise((resolve) => {
    const look = (): void => {
      for (const { client } of roots.all) {
        const questions = client.books?.decisions.questions ?? new Map<string, QuestionView>();
        const lease = leaseOfPlace(place, client.leases, questions);
        if (lease !== null) return settle(lease);
      }
    };
    const listening = roots.onChange(look);
    const timer = setTimeout(() => settle(null), patienceMs);
    const settle = (lease: LeaseView | null): void => {
      listening.dispose();
      clearTimeout(timer);
      resolve(lease);
    };
    look();
  });
}

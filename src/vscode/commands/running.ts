import type * as vscode from 'vscode';
import type { Call } from '../leaseBook.ts';
import type { LeaseView } from '../../protocol/views.ts';

/** What commands have while a coordinator answers. */
export interface Running {
  readonly call: Call;
  readonly leases: ReadonlyMap<string, LeaseView>;
  readonly log: vscode.LogOutputChannel;
  /** The lease of a row of the tree. */
  readonly leaseOfRow: (row: string) => LeaseView | undefined;
}

/** @param row what VS Code gives: the row on which the command was called, if it was on one. */
export type Handler = (row?: unknown) => Promise<void>;

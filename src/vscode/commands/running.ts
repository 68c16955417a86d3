import type { LeaseView } from '../../protocol/views.ts';
import type { Reveal } from '../revealPlace.ts';
import type { OpenRoot } from '../roots.ts';
import type { OpenTerminals } from '../terminals/openTerminals.ts';

/** What commands have while a coordinator answers. */
export interface Running {
  readonly leases: ReadonlyMap<string, LeaseView>;
  /** Those whose coordinator answers; one at least. */
  readonly roots: readonly [OpenRoot, ...OpenRoot[]];
  /** The root whose coordinator has a lease. */
  readonly rootOf: (lease: LeaseView) => OpenRoot;
  readonly reveal: Reveal;
  /** Of this window. */
  readonly terminals: OpenTerminals;
}

/** @param row what VS Code gives: the row on which the command was called, if it was on one. */
export type Handler = (row?: unknown) => Promise<void>;
export type Command = (running: Running) => Handler;

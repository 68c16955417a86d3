import type { KeyPath, Place } from './fileProblem.ts';

/** A text that a person writes, read: its value, and where each part of it stands. */
export interface TextDocument {
  readonly value: unknown;
  /** Where the key or list element begins; for one that is not there, the nearest thing around it. */
  placeOf(path: KeyPath): Place | null;
}

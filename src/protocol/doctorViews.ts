/**
 * What `host.cjs doctor` tells the command line of a store that nobody serves: two programs of one release, so these are
 * no part of the wire. Positions are of last events, times epoch milliseconds.
 */

/** Something that a damaged store can go on from. */
export interface WayView {
  readonly position: number;
  readonly at: number | null;
  /** Files that it is read from. */
  readonly from: readonly string[];
}

export interface DiagnosisView {
  /** Of the living process that has the store, which was then not looked at; null: nobody has. */
  readonly holder_pid: number | null;
  readonly ailments: readonly { readonly level: 'warn' | 'error'; readonly says: string }[];
  /** The longest history that can be read. */
  readonly history: WayView | null;
  /** The newest good backup. */
  readonly backup: WayView | null;
  /** The last position that any file speaks of. */
  readonly reached: { readonly position: number; readonly at: number | null } | null;
}

export interface MendedView {
  readonly position: number;
  /** Tables that a replay makes otherwise; empty: all are right. */
  readonly differing: readonly string[];
  /** Folders and files that hold what was there before. */
  readonly kept: readonly string[];
}

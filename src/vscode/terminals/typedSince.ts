/**
 * Linux tells when a terminal was last read from only to 8 s, so that nobody learns a password from its rhythm; the instant is
 * that of the first read in them.
 */
const GRAIN_MS = 8_000;
/** What was typed is read a moment later. */
const READ_WITHIN_MS = 2_000;

const grain = (at: number): number => Math.floor(at / GRAIN_MS);

/**
 * Whether somebody else may have typed into a terminal since an instant: its program has read from it, and not only what
 * Signalbox typed. All in epoch milliseconds. Where it can't be told, the answer is that somebody may have.
 * @param readAt when the terminal was last read from
 * @param ownAt when Signalbox last typed into it; null: never
 */
export function typedSince(sinceAt: number, readAt: number, ownAt: number | null): boolean {
  if (grain(readAt) < grain(sinceAt)) return false;
  if (ownAt === null) return true;
  return grain(readAt) !== grain(ownAt) && grain(readAt) !== grain(ownAt + READ_WITHIN_MS);
}

import type { L10n } from '../l10n.ts';

/** Of the protocol, in bytes of UTF-8. */
export const limits = { title: 1024, reason: 8 * 1024, checkpoint: 64 * 1024 } as const;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Says what is wrong with a text while it is typed; undefined: nothing is. */
export function textProblem(l10n: L10n, text: string, maxBytes: number): string | undefined {
  if (text.trim() === '') return l10n.t('Type something first.');
  return tooLong(l10n, bytesOf(text), maxBytes);
}

/** The parts of a checkpoint may be empty; together they are at most so long, with their names and quotes (W3). */
export function checkpointProblem(
  l10n: L10n,
  checkpoint: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return tooLong(l10n, bytesOf(JSON.stringify(checkpoint)), limits.checkpoint);
}

function tooLong(l10n: L10n, bytes: number, maxBytes: number): string | undefined {
  if (bytes <= maxBytes) return undefined;
  return l10n.t('This is {0} bytes too long: at most {1} are kept.', bytes - maxBytes, maxBytes);
}

import { isFinal, type Model, type Row } from '../model.ts';

/** One of the list, the same for the same number. */
export const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** A lease to aim at: mostly one that is wanted, at times any other, at times one that is ended. */
export function aim(model: Model, index: number, isWanted: (row: Row) => boolean): Row | undefined {
  const rows = [...model.rows.values()];
  const wanted = rows.filter(isWanted);
  if (wanted.length > 0 && index % 8 !== 7) return pick(wanted, index);
  return pick(index % 16 === 15 ? rows.filter(isFinal) : rows.filter((row) => !isFinal(row)), index >> 3);
}

/** Rows of any tree, as its pure part makes them: what to show, and from one to the next what to draw again. */

export interface TreeRow {
  /** Unique in the tree, and the same as long as the row stays in its group. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly children: readonly string[];
}

export interface Rows<R extends TreeRow> {
  readonly roots: readonly string[];
  readonly rows: ReadonlyMap<string, R>;
  /** When a row says something else though nothing happened; null: never. */
  readonly changesAt: number | null;
}

export const noRows = <R extends TreeRow>(): Rows<R> => ({ roots: [], rows: new Map(), changesAt: null });

/**
 * Rows to draw again. A row stands for those below it too, and `all` for everything, when one at the top came or went.
 * @param isOther whether what a row shows beside its label and description is other than before.
 */
export function changedIn<R extends TreeRow>(
  before: Rows<R>,
  after: Rows<R>,
  isOther: (old: R, row: R) => boolean,
): 'all' | readonly string[] {
  if (!areEqual(before.roots, after.roots)) return 'all';
  const changed: string[] = [];
  const look = (ids: readonly string[]): void => {
    for (const id of ids) {
      const [old, row] = [before.rows.get(id), after.rows.get(id)];
      if (row === undefined) continue;
      const isChanged =
        old?.label !== row.label ||
        old.description !== row.description ||
        !areEqual(old.children, row.children) ||
        isOther(old, row);
      if (isChanged) changed.push(id);
      else look(row.children);
    }
  };
  look(after.roots);
  return changed;
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

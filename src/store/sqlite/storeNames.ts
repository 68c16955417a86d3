/** The names in `state/` that carry a term (store.md, files). */
export type StoreName =
  | { readonly kind: 'journal'; readonly term: number; readonly name: string }
  | { readonly kind: 'writer'; readonly term: number; readonly name: string }
  | {
      readonly kind: 'snapshot';
      readonly term: number;
      readonly position: number;
      readonly isTemporary: boolean;
      readonly name: string;
    };

const journalPattern = /^journal-([1-9]\d{0,14})$/;
const writerPattern = /^writer-([1-9]\d{0,14})\.json(?:\.[0-9a-f]+\.tmp)?$/;
const snapshotPattern = /^snapshot-([1-9]\d{0,14})-(\d{1,15})-[0-9a-f]+\.db(\.tmp)?$/;

/** The patterns have room for no higher number. */
export const lastTerm = 999_999_999_999_999;

export const journalName = (term: number): string => `journal-${term}`;
export const writerName = (term: number): string => `writer-${term}.json`;
export const snapshotName = (term: number, position: number, random: string): string =>
  `snapshot-${term}-${position}-${random}.db`;

export function parseStoreName(name: string): StoreName | null {
  const journal = journalPattern.exec(name);
  if (journal !== null) return { kind: 'journal', term: Number(journal[1]), name };
  const writer = writerPattern.exec(name);
  if (writer !== null) return { kind: 'writer', term: Number(writer[1]), name };
  const snapshot = snapshotPattern.exec(name);
  if (snapshot === null) return null;
  const [term, position] = [Number(snapshot[1]), Number(snapshot[2])];
  return { kind: 'snapshot', term, position, isTemporary: snapshot[3] !== undefined, name };
}

export const parseStoreNames = (names: readonly string[]): StoreName[] =>
  names.map(parseStoreName).filter((name) => name !== null);

/** The names of one kind, lowest term first. */
export const namesOf = <K extends StoreName['kind']>(
  kind: K,
  names: readonly StoreName[],
): Extract<StoreName, { kind: K }>[] =>
  names
    .filter((name): name is Extract<StoreName, { kind: K }> => name.kind === kind)
    .sort((one, other) => one.term - other.term);

/** 0 if there is none. */
export const highestTerm = (names: readonly StoreName[]): number =>
  names.reduce((highest, { term }) => Math.max(highest, term), 0);

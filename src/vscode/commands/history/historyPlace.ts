import { shortId } from '../../../protocol/shortIds.ts';

/** What a history document is of, and which of its pages: its address says all of it, so it outlives a reload. */
export interface HistoryPlace {
  readonly root: string;
  readonly about: { readonly kind: 'task' | 'lease'; readonly id: string };
  /** From 1; null: the newest. */
  readonly page: number | null;
}

export const HISTORY_SCHEME = 'signalbox-history';

export interface Address {
  readonly path: string;
  readonly query: string;
}

/** The last part of the path is the title of the tab. */
export function addressOf({ root, about, page }: HistoryPlace): Address {
  const name = about.kind === 'task' ? about.id.replaceAll('/', ' ') : `lease ${shortId(about.id)}`;
  const query = { root, [about.kind]: about.id, ...(page === null ? {} : { page }) };
  return {
    path: `/History of ${name}${page === null ? '' : ` (${page})`}.md`,
    query: JSON.stringify(query),
  };
}

/** Null: not an address that was made here. */
export function placeOfAddress({ query }: Pick<Address, 'query'>): HistoryPlace | null {
  try {
    const { root, task, lease, page } = JSON.parse(query) as Record<string, unknown>;
    const id = task ?? lease;
    if (typeof root !== 'string' || typeof id !== 'string') return null;
    const about = { kind: task === undefined ? 'lease' : 'task', id } as const;
    return { root, about, page: typeof page === 'number' ? page : null };
  } catch {
    return null;
  }
}

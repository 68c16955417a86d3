import { ProtocolError } from '../../protocol/errors.ts';
import type { Page } from '../../protocol/params.ts';

const defaultLimit = 200;

/** A page of a list in its fixed order; the cursor is the id of the last item of the page before. */
export function pageOf<T>(
  items: readonly T[],
  { limit = defaultLimit, cursor }: Page,
  idOf: (item: T) => string,
): { readonly page: readonly T[]; readonly next_cursor: string | null } {
  const from = cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor) + 1;
  if (cursor !== undefined && from === 0) {
    throw new ProtocolError('gone', 'this page is no longer there', 'List again from the start.', {
      facts: { field: 'cursor' },
    });
  }
  const page = items.slice(from, from + limit);
  const last = page.at(-1);
  const hasMore = from + page.length < items.length;
  return { page, next_cursor: hasMore && last !== undefined ? idOf(last) : null };
}

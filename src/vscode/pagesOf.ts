import type { Page } from '../protocol/params.ts';

interface Paged {
  readonly position: number;
  readonly next_cursor: string | null;
}

/** One answer of so many rows stays well below the limit of a message. */
const PAGE = 500;

/** Every page of a list. `position` is the one at which the first was read; what came after it comes as events. */
export async function pagesOf<P extends Paged, T>(
  read: (page: Page) => Promise<P>,
  itemsOf: (page: P) => readonly T[],
): Promise<{ readonly items: readonly T[]; readonly position: number }> {
  let page = await read({ limit: PAGE });
  const { position } = page;
  const items = [...itemsOf(page)];
  while (page.next_cursor !== null) {
    page = await read({ limit: PAGE, cursor: page.next_cursor });
    items.push(...itemsOf(page));
  }
  return { items, position };
}

import type { MethodName, Params, Result } from '../protocol/methods.ts';
import type { Page } from '../protocol/params.ts';
import type { ServerConnection } from './serverConnection.ts';

type PagedMethod = {
  [M in MethodName]: Result<M> extends { readonly next_cursor: string | null } ? M : never;
}[MethodName];
type Rows<M extends PagedMethod, K extends keyof Result<M>> = Result<M>[K] extends readonly (infer Row)[]
  ? Row
  : never;

const LARGEST_PAGE = 1_000;

/** Every row of a list, page after page. */
export async function allPages<M extends PagedMethod, K extends keyof Result<M>>(
  server: ServerConnection,
  method: M,
  params: Omit<Params<M>, keyof Page>,
  key: K,
): Promise<Rows<M, K>[]> {
  const rows: Rows<M, K>[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = { limit: LARGEST_PAGE, ...(cursor === null ? {} : { cursor }) };
    const answer = await server.request(method, { ...params, ...page } as Params<M>);
    rows.push(...(answer[key] as Rows<M, K>[]));
    // Every method of `PagedMethod` has one: the compiler can't follow it through the method's name.
    cursor = (answer as unknown as { readonly next_cursor: string | null }).next_cursor;
  } while (cursor !== null);
  return rows;
}

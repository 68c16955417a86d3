import { ProtocolError } from '../protocol/errors.ts';
import type { ServerConnection } from './serverConnection.ts';

/** The same connection; whichever task or repo of a call there is not is told with the one that was probably meant. */
export const namingNearest = (connection: ServerConnection): ServerConnection => ({
  ...connection,
  request: async (method, params, options) => {
    try {
      return await connection.request(method, params, options);
    } catch (error) {
      if (error instanceof ProtocolError && error.kind === 'not_found') await nameNearest(connection, params);
      throw error;
    }
  },
});

/** @throws CommandFailure not found, with what was probably meant */
async function nameNearest(connection: ServerConnection, params: unknown): Promise<void> {
  // Loaded only then: most calls are quick because they load little.
  const { refuseUnknown } = await import('./refuseUnknown.ts');
  const { task, before, after, repo } = params as Readonly<Record<string, unknown>>;
  for (const each of [task, before, after]) await refuseUnknown(connection, { task: nameIn(each) });
  await refuseUnknown(connection, { repo: nameIn(repo) });
}

const nameIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

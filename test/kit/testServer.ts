import path from 'node:path';
import { authenticator } from '../../src/ipc/authenticator.ts';
import { type Client, connect, type ConnectOptions } from '../../src/ipc/client.ts';
import { type Server, type ServerOptions, startServer } from '../../src/ipc/server.ts';
import type { Identity } from '../../src/ipc/session.ts';
import { helloOf, OPERATOR_KEY, ORIGIN, TOKEN } from './hello.ts';
import { RawPeer } from './rawPeer.ts';
import { temporaryFolders } from './temporaryFolders.ts';

export type TestServerOptions = Partial<ServerOptions<Identity>>;

export interface TestServers {
  readonly start: (options?: TestServerOptions) => Promise<Server<Identity>>;
  readonly raw: (server: Server<Identity>) => Promise<RawPeer>;
  readonly greeted: (server: Server<Identity>, given?: Parameters<typeof helloOf>[0]) => Promise<RawPeer>;
  readonly client: (server: Server<Identity>, options?: Partial<ConnectOptions>) => Promise<Client>;
}

/** Called in a `describe`: makes servers and clients, all closed after each test. A request is answered with itself. */
export function testServers(): TestServers {
  const clients: { close(): void }[] = [];
  const servers: Server<Identity>[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await Promise.all(servers.splice(0).map((server) => server.dispose()));
  });
  // After that hook, so that no folder is removed under a server.
  const folder = temporaryFolders();
  const kept = <T extends { close(): void }>(client: T): T => {
    clients.push(client);
    return client;
  };
  return {
    start: async (options = {}) => {
      const server = await startServer<Identity>({
        path: path.join(folder(), 's.sock'),
        about: { server_version: '1.2.3', root: '/work space', term: 4 },
        authenticate: authenticator({
          token: TOKEN,
          operatorKey: OPERATOR_KEY,
          origin: ORIGIN,
          isWorkerProcess: ({ pid }) => pid === 13,
        }),
        handle: (request) => request,
        log: { warn: () => undefined },
        ...options,
      });
      servers.push(server);
      return server;
    },
    raw: async (server) => kept(await RawPeer.connect(server.path)),
    greeted: async (server, given) => kept(await RawPeer.greeted(server.path, given)),
    client: async (server, options = {}) => {
      const client = await connect({
        endpoint: server.path,
        hello: helloOf(),
        timeoutMs: 5_000,
        ...options,
      });
      kept({ close: () => client.dispose() });
      return client;
    },
  };
}

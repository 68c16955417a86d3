import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SourceFault } from '../../src/coordinator/ports.ts';
import { HubSource } from '../../src/sources/hub/hubSource.ts';

const { signal } = new AbortController();
const empty = { repos: [], plans: [], tasks: [], dependencies: [], messages: [] };

describe('HubSource behind a proxy', () => {
  let proxy: Server;
  let port: number;
  let seen: string[];
  const sources: HubSource[] = [];

  beforeEach(async () => {
    seen = [];
    const note = ({ method, url, headers }: IncomingMessage) =>
      seen.push(`${method} ${url} ${headers['proxy-authorization'] ?? ''}`.trim());
    proxy = createServer((request, response) => {
      note(request);
      response.end(JSON.stringify(empty));
    });
    proxy.on('connect', (request: IncomingMessage, socket) => {
      note(request);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    ({ port } = proxy.address() as AddressInfo);
  });
  afterEach(async () => {
    sources.splice(0).forEach((source) => source.dispose());
    proxy.close();
    proxy.closeAllConnections();
    await once(proxy, 'close');
  });

  function ask(url: string, env: NodeJS.ProcessEnv) {
    const machine = { root: '/', home: '/', platform: process.platform, version: '0.0.0', now: () => 0 };
    const source = new HubSource('hub', { url }, { ...machine, env });
    sources.push(source);
    return source.snapshot(signal);
  }
  const faultOf = async (url: string, env: NodeJS.ProcessEnv): Promise<SourceFault> => {
    const error: unknown = await ask(url, env).catch((reason: unknown) => reason);
    assert.ok(error instanceof SourceFault);
    return error;
  };
  const own = (credentials = '') => `http://${credentials}127.0.0.1:${port}`;

  it('asks the proxy for http, without a tunnel, under either name of the variable', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy']) {
      assert.deepEqual(await ask('http://hub.invalid/a', { [name]: own() }), empty);
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 2 }, () => 'GET http://hub.invalid/a/v1/snapshot'),
    );
  });

  it('asks it for a tunnel for https, and says who refused', async () => {
    const fault = await faultOf('https://hub.invalid/', { HTTPS_PROXY: own('me:hunter2@') });
    assert.deepEqual(seen, ['CONNECT hub.invalid:443 Basic bWU6aHVudGVyMg==']);
    assert.match(fault.message, /^the proxy of HTTP_PROXY or HTTPS_PROXY can not be used, or refuses/);
    assert.match(fault.next, /NO_PROXY/);
    assert.doesNotMatch(`${fault.message}${fault.next}`, /hunter2/);
  });

  it('goes past it to a host of NO_PROXY', async () => {
    const env = { HTTP_PROXY: 'http://proxy.invalid/', NO_PROXY: 'other.example,127.0.0.1' };
    assert.deepEqual(await ask(`http://127.0.0.1:${port}/`, env), empty);
    assert.deepEqual(seen, ['GET /v1/snapshot']);
  });

  it('says which variable is wrong when it is no URL', async () => {
    const fault = await faultOf('http://hub.invalid/', { HTTP_PROXY: 'not a url hunter2' });
    assert.match(fault.message, /^the proxy of HTTP_PROXY or HTTPS_PROXY can not be used/);
    assert.doesNotMatch(`${fault.message}${fault.next}`, /hunter2/);
  });
});

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Disposable } from '../../base/disposable.ts';
import { SourceFault } from '../../coordinator/ports.ts';
import { readBody } from './hubBody.ts';
import { connectionFault, endedFault, statusFault, waitingFault } from './hubFaults.ts';
import type { HubOptions, HubSurroundings } from './hubOptions.ts';
import { readToken } from './hubToken.ts';
import { proxiesOf } from './proxies.ts';
import { isRedirect, MAX_REDIRECTS, redirectTarget, tooManyRedirects } from './redirects.ts';
import { retryAfter } from './retryAfter.ts';

/** What is asked of a hub; the path is below its URL. */
export interface HubRequest {
  readonly method: 'GET' | 'POST';
  readonly path: 'v1/snapshot' | 'v1/receipts';
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** Statuses that are an answer; every other one is a fault. */
  readonly accepts: readonly number[];
}

export interface HubAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** Unpacked; empty for a status without content. */
  readonly body: Buffer;
}

const zip = promisify(gzip);

/** Less is not worth the trouble. */
const MIN_ZIPPED_BYTES = 1024;

/**
 * Speaks HTTP to one hub: token, proxies, redirects, sizes, gzip, Retry-After. What goes wrong is a `SourceFault` that says
 * what to do; the caller's signal ends a request at any point, and is its only limit of time but that of connecting (10 s).
 */
export class HubClient implements Disposable {
  /** Host and port: what messages name. */
  readonly host: string;
  private readonly options: HubOptions;
  private readonly surroundings: HubSurroundings;
  private dispatcher: Dispatcher | null = null;
  private isDisposed = false;
  /** A hub says so by Accept-Encoding in its answers (RFC 7694). */
  private takesGzip = false;
  private readonly waits = new Map<string, { readonly until: number; readonly status: number }>();

  constructor(options: HubOptions, surroundings: HubSurroundings) {
    this.options = options;
    this.surroundings = surroundings;
    this.host = new URL(options.url).host;
  }

  /** @throws SourceFault; the signal's reason */
  async ask(asked: HubRequest, signal: AbortSignal): Promise<HubAnswer> {
    signal.throwIfAborted();
    this.refuseWhileAskedToWait(asked.path);
    try {
      const headers = await this.headersFor(asked);
      const content = await this.contentOf(asked);
      let url = this.urlOf(asked.path);
      for (let redirects = 0; ; redirects += 1) {
        const response = await this.send(
          asked,
          url,
          { ...headers, ...content.headers },
          content.body,
          signal,
        );
        const header = headerOf(response);
        if (!isRedirect(asked.method, response.statusCode))
          return await this.answerOf(asked, response, signal);
        await response.body.dump();
        if (redirects === MAX_REDIRECTS) throw tooManyRedirects(this.host);
        url = redirectTarget(url, header('location'));
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof SourceFault ? error : connectionFault(this.host, error);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    // Requests under way fail; nobody waits for them any more.
    void this.dispatcher?.destroy();
  }

  private refuseWhileAskedToWait(path: string): void {
    const wait = this.waits.get(path);
    if (wait === undefined) return;
    if (this.surroundings.now() < wait.until) throw waitingFault(this.host, wait.until, wait.status);
    this.waits.delete(path);
  }

  private async headersFor({ headers }: HubRequest): Promise<Record<string, string>> {
    const token = await readToken(this.options, this.surroundings);
    return {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': `signalbox/${this.surroundings.version}`,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
  }

  private async contentOf({ body }: HubRequest) {
    if (body === undefined) return { headers: {}, body: null };
    const headers = { 'content-type': 'application/json' };
    if (!this.takesGzip || body.length < MIN_ZIPPED_BYTES) return { headers, body };
    return { headers: { ...headers, 'content-encoding': 'gzip' }, body: await zip(body) };
  }

  private urlOf(path: string): URL {
    const url = new URL(this.options.url);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
    url.hash = '';
    return url;
  }

  private async send(
    { method }: HubRequest,
    url: URL,
    headers: Record<string, string>,
    body: string | Buffer | null,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    // Loaded by the first request: most workspaces have no hub.
    const { EnvHttpProxyAgent, request } = await import('undici');
    if (this.isDisposed) throw endedFault(this.host);
    this.dispatcher ??= new EnvHttpProxyAgent({
      ...proxiesOf(this.surroundings.env),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return request(url, { dispatcher: this.dispatcher, method, headers, body, signal });
  }

  private async answerOf(
    { path, accepts }: HubRequest,
    response: Dispatcher.ResponseData,
    signal: AbortSignal,
  ): Promise<HubAnswer> {
    const { statusCode: status, body } = response;
    const header = headerOf(response);
    this.takesGzip = /\bgzip\b/i.test(header('accept-encoding') ?? '');
    if (!accepts.includes(status)) {
      await body.dump();
      const until = retryAfter(header('retry-after'), this.surroundings.now());
      if (until !== null) this.waits.set(path, { until, status });
      throw until === null
        ? statusFault(this.host, status, this.options)
        : waitingFault(this.host, until, status);
    }
    return { status, header, body: await readBody(this.host, body, header('content-encoding'), signal) };
  }
}

const headerOf =
  ({ headers }: Dispatcher.ResponseData) =>
  (name: string): string | null => {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };

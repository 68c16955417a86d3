/**
 * A whole hub by docs/hub.md, as small as it can be: `node:http` and nothing else, in memory. Tests start it, make it
 * misbehave and look at what it got; `test/hub/main.ts` starts it by hand.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Snapshot, SourceTask } from '../../src/core/model/snapshot.ts';
import { type Behaviour, misbehave } from './behaviour.ts';
import { type HubReceipt, ReceiptBook } from './receiptBook.ts';

const MAX_BYTES = 1024 * 1024;

/** What a request looked like from here. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ReferenceHubOptions {
  /** Required in each request, if given. */
  readonly token?: string;
  /** 0: a free one, kept when it is stopped and started again. */
  readonly port?: number;
  readonly receipts?: readonly HubReceipt[];
  /** After each change of what it holds. */
  readonly onChange?: () => void;
}

/** What a real hub does with a task when it hears of its lease. */
const statusAfter: Readonly<Record<string, string>> = { acknowledged: 'progress', completed: 'done' };

export class ReferenceHub {
  snapshot: Snapshot;
  token: string | null;
  behaviour: Behaviour = 'good';
  readonly receipts: ReceiptBook;
  readonly requests: SeenRequest[] = [];
  private readonly options: ReferenceHubOptions;
  private server: Server | null = null;
  private port: number;

  constructor(says: Partial<Snapshot>, options: ReferenceHubOptions = {}) {
    this.snapshot = { repos: [], plans: [], tasks: [], dependencies: [], messages: [], ...says };
    this.options = options;
    this.token = options.token ?? null;
    this.receipts = new ReceiptBook(options.receipts);
    this.port = options.port ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens; after `stop` again on the same port. */
  async start(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Down: connections are refused. What it holds stays. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = new URL(request.url ?? '/', this.url).pathname;
    const method = request.method ?? '';
    this.requests.push({ method, path, headers: request.headers, body: body ?? '' });
    // By this a sender may know that it may pack what it sends.
    response.setHeader('accept-encoding', 'gzip');
    if (misbehave(this.behaviour, response)) return;
    if (this.token !== null && request.headers.authorization !== `Bearer ${this.token}`) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    } else if (method === 'GET' && path === '/v1/snapshot') {
      this.answerSnapshot(request, response);
    } else if (method === 'POST' && path === '/v1/receipts') {
      this.answerReceipts(body, response);
    } else {
      response.writeHead(404).end();
    }
  }

  private answerSnapshot(request: IncomingMessage, response: ServerResponse): void {
    const text = JSON.stringify(this.snapshot);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    response.setHeader('etag', etag);
    response.setHeader('vary', 'accept-encoding');
    // Something between may have made the tag a weak one.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) response.writeHead(304).end();
    else sendJson(request, response, text);
  }

  private answerReceipts(body: string | null, response: ServerResponse): void {
    if (body === null) {
      response.writeHead(413).end();
      return;
    }
    const given = receiptsIn(body);
    if (given === null) {
      response.writeHead(400).end();
      return;
    }
    const taken = this.behaviour === 'partial' ? given.slice(0, Math.ceil(given.length / 2)) : given;
    const isNew = taken.filter((receipt) => this.receipts.take(receipt));
    isNew.forEach((receipt) => this.follow(receipt));
    // What is acknowledged is stored first: after that it never comes again.
    if (isNew.length > 0) this.options.onChange?.();
    if (this.behaviour === 'forgetful') {
      response.destroy();
      return;
    }
    const ids = taken.map(({ id }) => id);
    const acknowledged = this.behaviour === 'duplicate' ? [...ids, 'never-sent', ...ids] : ids;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ acknowledged }));
  }

  private follow({ external_id: id, state }: HubReceipt): void {
    const status = statusAfter[state];
    if (status === undefined) return;
    const follows = (task: SourceTask) => (task.external_id ?? task.id) === id;
    const tasks = this.snapshot.tasks.map((task) => (follows(task) ? { ...task, status } : task));
    this.snapshot = { ...this.snapshot, tasks };
  }
}

/** The text, unpacked; null: more than a hub has to take, or damaged. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MAX_BYTES) pieces.push(piece);
  }
  if (size > MAX_BYTES) return null;
  const content = Buffer.concat(pieces);
  if (request.headers['content-encoding'] !== 'gzip') return content.toString();
  try {
    return gunzipSync(content, { maxOutputLength: MAX_BYTES }).toString();
  } catch {
    return null;
  }
}

/** Null: it is no list of receipts. */
function receiptsIn(body: string): HubReceipt[] | null {
  try {
    const { receipts } = JSON.parse(body) as { receipts?: unknown };
    const isReceipt = (item: unknown): item is HubReceipt =>
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string';
    return Array.isArray(receipts) && receipts.every(isReceipt) ? receipts : null;
  } catch {
    return null;
  }
}

function sendJson(request: IncomingMessage, response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'application/json');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.end(text);
    return;
  }
  response.setHeader('content-encoding', 'gzip');
  response.end(gzipSync(text));
}

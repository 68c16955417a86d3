import net from 'node:net';
import { once } from 'node:events';
import { helloOf } from './hello.ts';

type Reply = Readonly<Record<string, unknown>> & {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: { readonly kind: string; readonly next: string; readonly facts: Record<string, unknown> };
  };
};

/** A client without any of the product's code: writes bytes, reads lines. */
export class RawPeer {
  readonly socket: net.Socket;
  private readonly replies: Reply[] = [];
  private readonly readers: ((reply: Reply | null) => void)[] = [];
  private text = '';
  private hasEnded = false;

  private constructor(socket: net.Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('close', () => this.finish());
    socket.on('end', () => this.finish());
  }

  static async connect(path: string): Promise<RawPeer> {
    const socket = net.connect({ path, allowHalfOpen: true });
    await once(socket, 'connect');
    const peer = new RawPeer(socket);
    socket.on('data', (piece: string) => peer.read(piece));
    return peer;
  }

  /** Connected and greeted. */
  static async greeted(path: string, given: Parameters<typeof helloOf>[0] = {}): Promise<RawPeer> {
    const peer = await RawPeer.connect(path);
    peer.call('hello', 'hello', helloOf(given));
    await peer.next();
    return peer;
  }

  write(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  call(id: unknown, method: string, params: unknown = {}): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }

  /** The next line; null: the server has ended its half. */
  next(): Promise<Reply | null> {
    const reply = this.replies.shift();
    if (reply !== undefined) return Promise.resolve(reply);
    return this.hasEnded ? Promise.resolve(null) : new Promise((resolve) => this.readers.push(resolve));
  }

  /** All lines until the end. */
  async rest(): Promise<Reply[]> {
    const all: Reply[] = [];
    for (let reply = await this.next(); reply !== null; reply = await this.next()) all.push(reply);
    return all;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(piece: string): void {
    const lines = (this.text + piece).split('\n');
    this.text = lines.pop() ?? '';
    for (const line of lines) {
      const reply = JSON.parse(line) as Reply;
      const reader = this.readers.shift();
      if (reader === undefined) this.replies.push(reply);
      else reader(reply);
    }
  }

  private finish(): void {
    this.hasEnded = true;
    for (const reader of this.readers.splice(0)) reader(null);
  }
}

import type { Socket } from 'node:net';
import { encodeLine, MAX_MESSAGE_BYTES } from '../protocol/framing.ts';
import { ProtocolError } from '../protocol/errors.ts';

/** @throws ProtocolError `too_large` when the message is longer than the other side takes. */
export function encodeMessage(message: unknown): string {
  const line = encodeLine(message);
  // A UTF-16 unit is at most three bytes of UTF-8, so most lines need no count.
  if (line.length * 3 <= MAX_MESSAGE_BYTES || Buffer.byteLength(line) - 1 <= MAX_MESSAGE_BYTES) return line;
  throw new ProtocolError(
    'too_large',
    'a message would be longer than 1 MiB',
    'Ask for less in one call: a smaller page, or a shorter text.',
  );
}

/** The sending half of a connection: the lines of one turn of the loop leave in one write. */
export class Outgoing {
  private readonly socket: Socket;
  private lines: string[] = [];
  private queued = 0;
  private isMuted = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** While muted, what is sent is dropped: a stranger on a named pipe learns nothing. */
  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
  }

  /** What the other side has not taken yet, about in bytes. */
  get buffered(): number {
    return this.queued + this.socket.writableLength;
  }

  send(line: string): void {
    if (this.isMuted || !this.socket.writable) return;
    // A tick runs after all promises that are settled by now, so the answers of one commit go together.
    if (this.lines.length === 0) process.nextTick(() => this.flush());
    this.lines.push(line);
    this.queued += line.length;
  }

  /** Sends what is queued, then ends this half. */
  end(): void {
    this.flush();
    this.socket.end();
  }

  private flush(): void {
    if (this.lines.length === 0) return;
    const text = this.lines.join('');
    this.lines = [];
    this.queued = 0;
    if (this.socket.writable) this.socket.write(text);
  }
}

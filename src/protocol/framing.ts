/**
 * One JSON document a line, UTF-8, ended by a newline; at most 1 MiB a line without it. Bytes come in pieces of any size;
 * the decoder keeps at most the limit of them, says `too_large` once for a longer line and goes on after its newline.
 */
export const MAX_MESSAGE_BYTES = 1_048_576;

const NEWLINE = 0x0a;
const FIRST_CAPACITY = 4_096;

export type Frame =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_utf8' };

export class LineDecoder {
  private readonly limit: number;
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private kept = new Uint8Array(0);
  private length = 0;
  private isSkipping = false;

  constructor(limit: number = MAX_MESSAGE_BYTES) {
    this.limit = limit;
  }

  /** Bytes of an unfinished line that are held. */
  get pendingBytes(): number {
    return this.length;
  }

  /** The lines that end in this piece, in order; blank ones are left out. */
  push(piece: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const frame = this.endLine(piece.subarray(start, end));
      if (frame !== null) frames.push(frame);
      start = end + 1;
    }
    if (start < piece.length && !this.keep(piece.subarray(start))) frames.push({ kind: 'too_large' });
    return frames;
  }

  private endLine(rest: Uint8Array): Frame | null {
    if (this.isSkipping) {
      this.isSkipping = false;
      return null;
    }
    if (this.length === 0) {
      return rest.length > this.limit ? { kind: 'too_large' } : this.decode(rest);
    }
    if (!this.keep(rest)) {
      this.isSkipping = false;
      return { kind: 'too_large' };
    }
    const line = this.kept.subarray(0, this.length);
    this.drop();
    return this.decode(line);
  }

  /** False once, when the line has just become too long. */
  private keep(bytes: Uint8Array): boolean {
    if (this.isSkipping) return true;
    const length = this.length + bytes.length;
    if (length > this.limit) {
      this.drop();
      this.isSkipping = true;
      return false;
    }
    if (length > this.kept.length) {
      // Copied, not listed: a list of one-byte pieces would cost a hundred times what it holds.
      const grown = new Uint8Array(Math.min(this.limit, Math.max(FIRST_CAPACITY, length * 2)));
      grown.set(this.kept.subarray(0, this.length));
      this.kept = grown;
    }
    this.kept.set(bytes, this.length);
    this.length = length;
    return true;
  }

  private drop(): void {
    if (this.kept.length > FIRST_CAPACITY) this.kept = new Uint8Array(0);
    this.length = 0;
  }

  private decode(line: Uint8Array): Frame | null {
    let text: string;
    try {
      text = this.utf8.decode(line);
    } catch {
      return { kind: 'not_utf8' };
    }
    return text.trim() === '' ? null : { kind: 'line', text };
  }
}

/** JSON has no raw newline, so a document is a line. */
export const encodeLine = (message: unknown): string => `${JSON.stringify(message)}\n`;

import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

export const LOG_LIMIT = 1024 * 1024;

/**
 * A file for a command's output that stops growing at a limit, with a last line that says so. What comes after is read
 * and dropped, so the command never waits. A disk that is full costs the log, not the work.
 */
export class CappedLog {
  private readonly descriptor: number;
  private readonly lastLine: Buffer;
  private readonly limit: number;
  private size: number;
  private isOpen = true;
  private isFull: boolean;

  /** Goes on with a log that is there. @param limit bytes, the last line included */
  constructor(file: string, limit = LOG_LIMIT) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    this.descriptor = openSync(file, 'a', 0o600);
    this.size = fstatSync(this.descriptor).size;
    this.lastLine = Buffer.from(`\nsignalbox: the output goes on, but this log ends at ${limit} bytes.\n`);
    this.limit = limit;
    this.isFull = this.size > limit - this.lastLine.length;
  }

  write(bytes: Uint8Array): void {
    if (!this.isOpen || this.isFull) return;
    const room = this.limit - this.lastLine.length - this.size;
    this.put(bytes.subarray(0, room));
    if (bytes.length <= room) return;
    this.isFull = true;
    this.put(this.lastLine);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.descriptor);
  }

  private put(bytes: Uint8Array): void {
    try {
      let done = 0;
      while (done < bytes.length) done += writeSync(this.descriptor, bytes, done);
      this.size += bytes.length;
    } catch {
      this.isFull = true;
    }
  }
}

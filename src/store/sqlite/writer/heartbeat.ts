import { join } from 'node:path';
import type { Clock, Scheduler } from '../../../coordinator/ports.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { hasCode, type StoreFiles } from '../storeFiles.ts';
import { writerName } from '../storeNames.ts';
import { readWriterFile, type WriterFile, writeWriterFile } from './writerFile.ts';

const beatMs = 1000;

export interface HeartbeatParts {
  readonly files: StoreFiles;
  readonly state: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly newRandom: () => string;
  /** Called before each beat, so that an idle writer hears of a take-over too; false: it has been replaced. */
  readonly look: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

/** Keeps `writer-<term>.json` written and its time of modification fresh (rule 13). */
export class Heartbeat implements Disposable {
  private readonly parts: HeartbeatParts;
  private writer: WriterFile | null = null;
  private timer: Disposable | null = null;
  private isEnded = false;

  constructor(parts: HeartbeatParts) {
    this.parts = parts;
  }

  /** The first call starts the beat; a later one goes on under the next term. */
  serve(writer: WriterFile): void {
    this.writer = writer;
    const { files, state, newRandom } = this.parts;
    writeWriterFile(files, state, writer, newRandom());
    this.timer ??= this.nextBeat();
  }

  dispose(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.timer?.dispose();
    if (this.writer !== null) this.withdraw(this.writer);
  }

  /** Its number may have been taken anew after the folder was removed, so only the own file goes. */
  private withdraw({ term, journal }: WriterFile): void {
    const { files, state } = this.parts;
    try {
      if (readWriterFile(files, state, term)?.journal === journal)
        files.unlink(join(state, writerName(term)));
    } catch {
      // One that stays is stale within ten seconds, and names a process that has ended.
    }
  }

  private nextBeat(): Disposable {
    return this.parts.scheduler.after(beatMs, () => this.beat());
  }

  private beat(): void {
    if (this.isEnded || this.writer === null) return;
    try {
      if (!this.parts.look()) return;
      this.touch(this.writer);
    } catch (error) {
      this.parts.onFailure(error);
      return;
    }
    this.timer = this.nextBeat();
  }

  private touch(writer: WriterFile): void {
    const { files, state, clock, newRandom } = this.parts;
    try {
      files.touch(this.pathOf(writer), clock.now());
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      writeWriterFile(files, state, writer, newRandom());
    }
  }

  private pathOf(writer: WriterFile): string {
    return join(this.parts.state, writerName(writer.term));
  }
}

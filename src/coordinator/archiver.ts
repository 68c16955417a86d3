import type { Result } from '../base/result.ts';
import type { Answers } from '../core/commands.ts';
import type { Rejection } from '../core/rejection.ts';
import type { Clock, Log } from './ports.ts';

/** So many chains are one commit: between commits other calls have their turn, and it can be ended. */
const chainsAtOnce = 100;
const dayMs = 24 * 60 * 60 * 1000;

export interface ArchiveOptions {
  /** Ends it between two commits; what is marked by then stays marked. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface ArchiverParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly archive: (limit: number) => Promise<Result<Answers['archive'], Rejection>>;
}

/** Retention: marks closed chains as archived, once a day or when asked; the store moves their events with its next snapshot. */
export class Archiver {
  private readonly parts: ArchiverParts;
  private ranAt = -Infinity;
  private running: Promise<unknown> = Promise.resolve();
  private readonly ending = new AbortController();

  constructor(parts: ArchiverParts) {
    this.parts = parts;
  }

  /** Answers in chains: how many were marked, and how many more are due because it was ended early. */
  async run({ signal, onProgress }: ArchiveOptions = {}): Promise<Answers['archive']> {
    this.ranAt = this.parts.clock.now();
    for (let archived = 0; ;) {
      const marked = await this.parts.archive(signal?.aborted === true ? 0 : chainsAtOnce);
      if (!marked.ok) throw new Error(`retention was refused: ${marked.error.message}`);
      const step = marked.value;
      archived += step.archived;
      onProgress?.({ done: archived, total: archived + step.left });
      if (step.left === 0 || signal?.aborted === true) return { archived, left: step.left };
    }
  }

  /** Called with every tick. A clock that was set back counts as another day. */
  daily(): void {
    const { signal } = this.ending;
    if (signal.aborted || Math.abs(this.parts.clock.now() - this.ranAt) < dayMs) return;
    this.running = this.run({ signal }).then(
      ({ archived }) => {
        if (archived > 0) this.parts.log.info('closed leases were archived', { chains: archived });
      },
      (error: unknown) => {
        this.parts.log.error('closed leases could not be archived', { error: String(error) });
      },
    );
  }

  /** `daily` does nothing more; settles when what it began has ended. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /** Settles when nothing that `daily` began is under way. */
  async settled(): Promise<void> {
    await this.running;
  }
}

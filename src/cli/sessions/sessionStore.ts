/**
 * What an agent need not carry from call to call: the lease that it holds, its epoch and its session. One file a worker
 * and session (or process), `.signalbox/state/sessions/<worker>-<session or pid>.json`, 0600; written when a lease is taken,
 * removed when its holder ends it. The epoch is a token: it goes nowhere else.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessOrigin } from '../../protocol/hello.ts';

export interface StoredSession {
  readonly worker: string;
  /** The agent's own session; null: it has none, and its process stands for it. */
  readonly session: string | null;
  readonly process: { readonly pid: number; readonly started_at: number };
  /** Where that process has its number. */
  readonly origin: ProcessOrigin;
  readonly repo: string;
  readonly task: string;
  readonly lease: string;
  readonly epoch: string;
}

const FORMAT = 1;
/** Of a worker that never came back; its lease is long another's. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 3_600_000;

export class SessionStore {
  private readonly folder: string;

  constructor(root: string) {
    this.folder = path.join(root, '.signalbox', 'state', 'sessions');
  }

  /** Whole ones only; a file that is none says nothing. */
  list(): StoredSession[] {
    return this.names().flatMap((name) => readSession(path.join(this.folder, name)) ?? []);
  }

  /** Replaces what the same worker and session had before. */
  save(session: StoredSession, now: number): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.forget(now);
    const file = this.fileOf(session);
    const temporary = `${file}.${process.pid}.tmp`;
    rmSync(temporary, { force: true });
    const text = `${JSON.stringify({ format: FORMAT, ...session })}\n`;
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  }

  remove(session: StoredSession): void {
    rmSync(this.fileOf(session), { force: true });
  }

  private names(): string[] {
    try {
      return readdirSync(this.folder).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
  }

  private fileOf({ worker, session, process }: StoredSession): string {
    return path.join(this.folder, `${fileName(worker)}-${fileName(session ?? String(process.pid))}.json`);
  }

  private forget(now: number): void {
    for (const name of this.names()) {
      const file = path.join(this.folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats !== undefined && now - stats.mtimeMs > FORGOTTEN_AFTER_MS) rmSync(file, { force: true });
    }
  }
}

/** A part of a file's name; what may not be in one is spelt in its bytes. */
const fileName = (text: string): string =>
  text
    .slice(0, 128)
    .replace(/[^A-Za-z0-9._]/gu, (letter) => `%${Buffer.from(letter).toString('hex')}`)
    .replace(/^\./, '%2e')
    .slice(0, 110);

function readSession(file: string): StoredSession | null {
  try {
    const { format, ...session } = JSON.parse(readFileSync(file, 'utf8')) as StoredSession & {
      format: number;
    };
    return format === FORMAT && typeof session.lease === 'string' && typeof session.epoch === 'string'
      ? session
      : null;
  } catch {
    return null;
  }
}

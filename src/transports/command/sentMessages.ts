import { randomBytes } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { ProcessRef } from '../../core/model/lease.ts';

/** One start of a worker's command for one message, as the launcher has written it down. */
export interface Start {
  readonly messageId: string;
  readonly leaseId: string;
  readonly worker: string;
  /** Term and attempt of the send that it answers (store rule 15). */
  readonly term: number;
  readonly attempt: number;
  /** 1 for the message's first start. */
  readonly number: number;
  readonly launcher: ProcessRef;
  /** The `signalbox run` below the launcher; null: not started yet. */
  readonly run: ProcessRef | null;
  /** Null: not known to have ended. `code` null: by a signal, or nobody saw it. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
}

const namePattern = /^([0-9a-f-]{36})\.([1-9]\d{0,8})\.json$/;

/**
 * The memory of a transport that starts processes: one file a start, in `state/sent/`. A start is written down before
 * anything runs, under a name that only one can have, so a message never runs twice at once, whoever sends it (C9). It
 * need not outlive a power loss, which no process does.
 */
export class SentMessages {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The last start of each message. */
  all(): Start[] {
    const newest = new Map<string, number>();
    for (const { messageId, number } of this.names()) {
      newest.set(messageId, Math.max(number, newest.get(messageId) ?? 0));
    }
    return [...newest].map(([messageId, number]) => this.read(messageId, number));
  }

  /** The last start of a message; null: it has never been started. */
  newest(messageId: string): Start | null {
    const numbers = this.names()
      .filter((name) => name.messageId === messageId)
      .map(({ number }) => number);
    return numbers.length === 0 ? null : this.read(messageId, Math.max(...numbers));
  }

  /** Writes a start down. False: another has this number already. */
  claim(start: Start): boolean {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const temporary = this.writeAside(start);
    try {
      // A link appears whole or not at all, and never over another: `wx` alone could leave an empty file.
      linkSync(temporary, this.pathOf(start));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(temporary);
    }
  }

  /** Says more about a start that is written down. */
  update(start: Start): void {
    renameSync(this.writeAside(start), this.pathOf(start));
  }

  /** Forgets messages of which nothing has been heard since an instant (epoch ms). Answers their last starts. */
  forgetBefore(instant: number, isOver: (start: Start) => boolean): Start[] {
    const names = this.names();
    const old = this.all().filter((start) => statSync(this.pathOf(start)).mtimeMs < instant && isOver(start));
    for (const { messageId } of old) {
      for (const name of names.filter((one) => one.messageId === messageId)) rmSync(this.pathOf(name));
    }
    return old;
  }

  private writeAside(start: Start): string {
    const temporary = `${this.pathOf(start)}.${randomBytes(6).toString('hex')}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(start)}\n`, { flag: 'wx', mode: 0o600 });
    return temporary;
  }

  private names(): { messageId: string; number: number }[] {
    return listed(this.folder).flatMap((name) => {
      const [, messageId, number] = namePattern.exec(name) ?? [];
      return messageId === undefined ? [] : [{ messageId, number: Number(number) }];
    });
  }

  private read(messageId: string, number: number): Start {
    const text = readFileSync(this.pathOf({ messageId, number }), 'utf8');
    try {
      return JSON.parse(text) as Start;
    } catch {
      // Only a power loss leaves half a file, and what ran then has ended.
      const nobody = { pid: 0, startedAt: 0 };
      const exit = { code: null, signal: null };
      return {
        messageId,
        number,
        leaseId: '',
        worker: '',
        term: 0,
        attempt: 0,
        launcher: nobody,
        run: null,
        exit,
      };
    }
  }

  private pathOf({ messageId, number }: { readonly messageId: string; readonly number: number }): string {
    return path.join(this.folder, `${messageId}.${number}.json`);
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

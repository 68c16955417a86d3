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

/** One delivery of a message, the first of which has number 1. */
export interface Delivery {
  readonly messageId: string;
  readonly number: number;
}

const namePattern = /^([0-9a-f-]{36})\.([1-9]\d{0,8})\.json$/;

/**
 * The memory of a transport: one file a delivery, in a folder of its own. It is written down before anything happens, under
 * a name that only one can have, so no message is delivered twice at once, whoever sends it (C9).
 */
export class MessageFiles<T extends Delivery> {
  private readonly folder: string;
  private readonly unreadable: (delivery: Delivery) => T;

  /** @param unreadable what a file stands for that is not whole: only a power loss leaves one */
  constructor(folder: string, unreadable: (delivery: Delivery) => T) {
    this.folder = folder;
    this.unreadable = unreadable;
  }

  /** The last delivery of each message. */
  all(): T[] {
    const newest = new Map<string, number>();
    for (const { messageId, number } of this.names()) {
      newest.set(messageId, Math.max(number, newest.get(messageId) ?? 0));
    }
    return [...newest].map(([messageId, number]) => this.read(messageId, number));
  }

  /** The last delivery of a message; null: there has been none. */
  newest(messageId: string): T | null {
    const numbers = this.names()
      .filter((name) => name.messageId === messageId)
      .map(({ number }) => number);
    return numbers.length === 0 ? null : this.read(messageId, Math.max(...numbers));
  }

  /** Writes a delivery down. False: another has this number already. */
  claim(one: T): boolean {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const temporary = this.writeAside(one);
    try {
      // A link appears whole or not at all, and never over another: `wx` alone could leave an empty file.
      linkSync(temporary, this.pathOf(one));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(temporary);
    }
  }

  /** Says more about a delivery that is written down. */
  update(one: T): void {
    renameSync(this.writeAside(one), this.pathOf(one));
  }

  /** Forgets messages of which nothing has been heard since an instant (epoch ms). Answers their last deliveries. */
  forgetBefore(instant: number, isOver: (one: T) => boolean): T[] {
    const names = this.names();
    const old = this.all().filter((one) => statSync(this.pathOf(one)).mtimeMs < instant && isOver(one));
    for (const { messageId } of old) {
      for (const name of names.filter((each) => each.messageId === messageId)) rmSync(this.pathOf(name));
    }
    return old;
  }

  private writeAside(one: T): string {
    const temporary = `${this.pathOf(one)}.${randomBytes(6).toString('hex')}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(one)}\n`, { flag: 'wx', mode: 0o600 });
    return temporary;
  }

  private names(): { messageId: string; number: number }[] {
    return listed(this.folder).flatMap((name) => {
      const [, messageId, number] = namePattern.exec(name) ?? [];
      return messageId === undefined ? [] : [{ messageId, number: Number(number) }];
    });
  }

  private read(messageId: string, number: number): T {
    const text = readFileSync(this.pathOf({ messageId, number }), 'utf8');
    try {
      return JSON.parse(text) as T;
    } catch {
      return this.unreadable({ messageId, number });
    }
  }

  private pathOf({ messageId, number }: Delivery): string {
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

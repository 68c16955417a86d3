import { join } from 'node:path';
import type { StoreFiles } from '../storeFiles.ts';
import { namesOf, parseStoreNames, writerName } from '../storeNames.ts';
import type { ProcessFacts, Processes } from './processFacts.ts';
import { readWriterFile, type WriterFile } from './writerFile.ts';

/** A heartbeat older than this, with nobody answering, may be replaced. */
export const staleAfterMs = 10_000;

/** Who has the store, by the highest writer file. */
export interface Holder extends WriterFile {
  /** Its last heartbeat, epoch milliseconds. */
  readonly heartbeatAt: number;
}

/** Nothing was changed: another writer has the store (S2). The message names it and says what to do. */
export class StoreBusy extends Error {
  readonly kind = 'busy';
  readonly holder: Holder;
  /** What to do, one sentence or two. */
  readonly next: string;

  /** @param sharedOn in words, if the holder is on another machine and the store where both may write; else null */
  constructor(holder: Holder, sharedOn: string | null = null) {
    const { pid, host } = holder;
    const since = new Date(holder.since).toISOString();
    const why =
      sharedOn === null
        ? 'Go through it, or end it.'
        : `It is on ${sharedOn}, where only one machine may write.`;
    super(`process ${pid} on ${host} has had this store since ${since}. ${why}`);
    this.name = 'StoreBusy';
    this.holder = holder;
    this.next =
      sharedOn === null
        ? `Use it, or end process ${pid} first.`
        : `Go through it on ${host}, or end it there; if ${host} is gone, try again in a minute.`;
  }
}

/** Whether a process is of another machine, or of another start of this one. */
export const isElsewhere = (one: ProcessFacts, here: ProcessFacts): boolean =>
  one.host !== here.host || one.bootId !== here.bootId;

export function findHolder(files: StoreFiles, state: string): Holder | null {
  const writers = namesOf('writer', parseStoreNames(files.list(state))).reverse();
  for (const { term, name } of writers) {
    if (name !== writerName(term) || files.kind(join(state, name)) !== 'file') continue;
    const writer = readWriterFile(files, state, term);
    const facts = files.stat(join(state, name));
    if (writer !== null && facts !== null) return { ...writer, heartbeatAt: facts.modifiedAt };
  }
  return null;
}

/**
 * Whether a holder is to be left alone: its process is not known to have ended, and its heartbeat is fresh or it answers.
 * A heartbeat ahead of the clock by more than the limit is as old: the clock was set back.
 */
export async function isHolding(
  holder: Holder,
  now: number,
  processes: Processes,
  answers: (endpoint: string) => Promise<boolean>,
): Promise<boolean> {
  if (processes.lifeOf(holder) === 'ended') return false;
  if (Math.abs(now - holder.heartbeatAt) <= staleAfterMs) return true;
  return answers(holder.endpoint);
}

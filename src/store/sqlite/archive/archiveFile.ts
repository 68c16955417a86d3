import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RegisterEvent } from '../../../core/events.ts';
import type { StoreFiles } from '../storeFiles.ts';

/** Where the events of one lease lie: a gzip member of its own in a file of the archive. */
export interface Place {
  readonly file: string;
  readonly firstByte: number;
  readonly bytes: number;
}

/** `2026-11.jsonl.gz`; a later part where the one before does not end as the register knows it: `2026-11-2.jsonl.gz`. */
export const archiveName = (at: number, part: number): string =>
  `${new Date(at).toISOString().slice(0, 7)}${part === 1 ? '' : `-${part}`}.jsonl.gz`;

/** One line an event. */
export const encodeMember = (events: readonly RegisterEvent[]): Uint8Array =>
  gzipSync(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

/** Null: it is not there, or not what the register put there. */
export function readMember(file: Uint8Array, { firstByte, bytes }: Place): RegisterEvent[] | null {
  if (file.length < firstByte + bytes) return null;
  try {
    const lines = gunzipSync(file.subarray(firstByte, firstByte + bytes))
      .toString('utf8')
      .split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RegisterEvent);
  } catch {
    return null;
  }
}

export interface Archive {
  readonly files: StoreFiles;
  readonly folder: string;
  /** The folder above, whose names it is one of. */
  readonly state: string;
  /** Where what the register knows of a file ends; 0: it knows none of it. */
  readonly endOf: (file: string) => number;
}

/**
 * Appends members and answers their places when all of it is durable. A file is gone on with only if it ends where the
 * register knows it to end: what else is in it may be torn, may be another history's, or may never have reached the disk.
 * Nothing in an archive is ever cut off or written over, so a writer that was replaced can do no harm with it.
 */
export function appendMembers(archive: Archive, at: number, members: readonly Uint8Array[]): Place[] {
  const { files, folder, state } = archive;
  if (files.makeFolder(folder, 0o700)) files.syncFolder(state);
  for (let part = 1; ; part += 1) {
    const file = archiveName(at, part);
    const firstByte = append(archive, file, members);
    if (firstByte === null) continue;
    files.syncFolder(folder);
    return placesFrom(file, firstByte, members);
  }
}

/** Null: the file ends elsewhere than is known, before or after the writing. */
function append(
  { files, folder, endOf }: Archive,
  file: string,
  members: readonly Uint8Array[],
): number | null {
  const path = join(folder, file);
  const sizeNow = (): number => files.stat(path)?.size ?? 0;
  const end = endOf(file);
  if (sizeNow() !== end) return null;
  const bytes = Buffer.concat(members);
  const opened = files.append(path);
  try {
    opened.write(bytes);
    opened.sync();
  } finally {
    opened.close();
  }
  return sizeNow() === end + bytes.length ? end : null;
}

function placesFrom(file: string, end: number, members: readonly Uint8Array[]): Place[] {
  let firstByte = end;
  return members.map(({ length }) => {
    const place = { file, firstByte, bytes: length };
    firstByte += length;
    return place;
  });
}

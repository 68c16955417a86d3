/**
 * A journal is text: each line a CRC-32C in eight hexadecimal digits, a space and one JSON document. The checksum goes on
 * from that of the line before, so a line is valid in its own place of its own journal only. In order: one `header`,
 * any number of `copy` (records taken over from the journal before), one `ready`, then one `commit` a turn of the loop.
 */
import type { RegisterEvent } from '../../core/events.ts';
import { crc32c, toHex } from './crc32c.ts';
import { migrations, schemaOf } from './database/migrations.ts';

/** The schema version that this code reads and writes; also the snapshots' `PRAGMA user_version` (S1). */
export const schemaVersion = schemaOf(migrations);

export const journalFormat = 'signalbox-journal';

export interface SnapshotRef {
  readonly name: string;
  /** Position of the last event in it. */
  readonly position: number;
  /** `fileChecksum` of the whole file. */
  readonly crc: string;
}

export interface JournalHeader {
  readonly format: string;
  readonly schema: number;
  readonly term: number;
  readonly random: string;
  /** What the records are above of; null: they begin at position 1. */
  readonly snapshot: SnapshotRef | null;
}

export type JournalLine =
  | { readonly header: JournalHeader }
  | { readonly copy: readonly RegisterEvent[] }
  | { readonly ready: { readonly count: number; readonly last: number } }
  | { readonly commit: readonly RegisterEvent[] };

export interface EncodedLine {
  readonly bytes: Uint8Array;
  readonly crc: number;
}

export function encodeLine(line: JournalLine, seed: number): EncodedLine {
  const json = Buffer.from(JSON.stringify(line), 'utf8');
  const crc = crc32c(json, seed);
  const bytes = Buffer.allocUnsafe(json.length + 10);
  bytes.write(`${toHex(crc)} `, 0, 'latin1');
  json.copy(bytes, 9);
  bytes[json.length + 9] = 0x0a;
  return { bytes, crc };
}

const copiedAtOnce = 100;

/** Rule 4: header, a copy of all records above the snapshot in order, `ready`. */
export function encodePreamble(header: JournalHeader, events: readonly RegisterEvent[]): EncodedLine {
  const lines: JournalLine[] = [{ header }];
  for (let start = 0; start < events.length; start += copiedAtOnce) {
    lines.push({ copy: events.slice(start, start + copiedAtOnce) });
  }
  const last = events.at(-1)?.position ?? header.snapshot?.position ?? 0;
  lines.push({ ready: { count: events.length, last } });
  const parts: Uint8Array[] = [];
  let crc = 0;
  for (const line of lines) {
    const encoded = encodeLine(line, crc);
    parts.push(encoded.bytes);
    crc = encoded.crc;
  }
  return { bytes: Buffer.concat(parts), crc };
}

import type { RegisterEvent } from '../../core/events.ts';
import { crc32c } from './crc32c.ts';
import { journalFormat, type JournalHeader, type JournalLine } from './journalLines.ts';

/** What a journal's bytes say (rules 2 and 17). */
export interface ReadJournal {
  /** Null unless it is whole and of this journal. */
  readonly header: JournalHeader | null;
  /** Every line up to `ready` is whole, in sequence and of this journal. */
  readonly isReady: boolean;
  /** Records up to the first line that does not count. */
  readonly events: readonly RegisterEvent[];
  /** Position of the last record, or of the snapshot below. */
  readonly last: number;
  /** The first line that does not count; null: all do. */
  readonly bad: BadLine | null;
}

export interface BadLine {
  /** Counted from 1. */
  readonly line: number;
  /** Bytes from the beginning of the file. */
  readonly offset: number;
  /** A valid commit behind it proves that it had been synced: damage. Else it is a torn end. */
  readonly wasSynced: boolean;
}

/** The header as far as it can be made out, for what is judged before any checksum (S1) and for messages. */
export interface HeaderGuess {
  readonly schema: number | null;
  readonly random: string | null;
  readonly snapshotName: string | null;
}

interface RawLine {
  readonly offset: number;
  readonly stated: number | null;
  readonly content: Uint8Array;
  readonly isEnded: boolean;
}

function* rawLines(bytes: Buffer): Generator<RawLine> {
  for (let offset = 0; offset < bytes.length;) {
    const newline = bytes.indexOf(0x0a, offset);
    const end = newline < 0 ? bytes.length : newline;
    const head = bytes.toString('latin1', offset, Math.min(offset + 9, end));
    const stated = /^[0-9a-f]{8} $/.test(head) ? Number.parseInt(head, 16) : null;
    yield { offset, stated, content: bytes.subarray(Math.min(offset + 9, end), end), isEnded: newline >= 0 };
    offset = end + 1;
  }
}

const isWhole = (line: RawLine, seed: number): boolean =>
  line.isEnded && line.stated !== null && crc32c(line.content, seed) === line.stated;

function parsed(content: Uint8Array): JournalLine | null {
  try {
    return JSON.parse(
      Buffer.from(content.buffer, content.byteOffset, content.length).toString('utf8'),
    ) as JournalLine;
  } catch {
    return null;
  }
}

/** Takes lines as long as each is the next one that a journal may have. */
class Sequence {
  header: JournalHeader | null = null;
  isReady = false;
  readonly events: RegisterEvent[] = [];
  last = 0;
  private readonly term: number;

  constructor(term: number) {
    this.term = term;
  }

  take(line: JournalLine): boolean {
    if (this.header === null) return 'header' in line && this.takeHeader(line.header);
    if (this.isReady) return 'commit' in line && this.takeEvents(line.commit);
    if ('copy' in line) return this.takeEvents(line.copy);
    if (!('ready' in line)) return false;
    this.isReady = line.ready.count === this.events.length && line.ready.last === this.last;
    return this.isReady;
  }

  private takeHeader(header: JournalHeader): boolean {
    if (header.format !== journalFormat || header.term !== this.term) return false;
    this.header = header;
    this.last = header.snapshot?.position ?? 0;
    return true;
  }

  private takeEvents(events: readonly RegisterEvent[]): boolean {
    if (events.some((event, index) => event.position !== this.last + 1 + index)) return false;
    for (const event of events) this.events.push(event);
    this.last += events.length;
    return true;
  }
}

/** Enough for a line that a flipped bit cut in two or joined with the next. */
const seedsTried = 8;

/**
 * Looks behind a bad line for a commit that is whole. Its checksum goes on from that of the line before it, so each
 * number that may have been one is tried: a flipped bit may have hit text, checksum or line end.
 */
class Evidence {
  private seeds: number[] = [];
  isFound = false;

  addBad(line: RawLine, seed: number | null): void {
    const text = Buffer.from(line.content).toString('latin1');
    const inside = [...text.matchAll(/[0-9a-f]{8}(?= \{")/g)].map(([digits]) => Number.parseInt(digits, 16));
    if (line.stated !== null) inside.push(line.stated);
    if (seed !== null) inside.push(crc32c(line.content, seed));
    this.seeds = [...this.seeds, ...inside].slice(-seedsTried);
  }

  consider(line: RawLine): void {
    if (this.isFound) return;
    const document = this.seeds.some((seed) => isWhole(line, seed)) ? parsed(line.content) : null;
    this.isFound = document !== null && 'commit' in document;
    this.addBad(line, null);
  }
}

/** @param term the one that the file's name carries; a header of another term is not of this journal. */
export function readJournal(bytes: Uint8Array, term: number): ReadJournal {
  const sequence = new Sequence(term);
  const evidence = new Evidence();
  let seed = 0;
  let count = 0;
  let bad: { line: number; offset: number } | null = null;
  for (const line of rawLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    count += 1;
    if (bad !== null) {
      evidence.consider(line);
      continue;
    }
    const document = isWhole(line, seed) ? parsed(line.content) : null;
    if (document !== null && sequence.take(document)) {
      seed = line.stated ?? 0;
      continue;
    }
    bad = { line: count, offset: line.offset };
    evidence.addBad(line, seed);
  }
  const { header, isReady, events, last } = sequence;
  return { header, isReady, events, last, bad: bad && { ...bad, wasSynced: evidence.isFound } };
}

export function guessHeader(bytes: Uint8Array): HeaderGuess {
  const [first] = rawLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const line =
    first === undefined ? null : (parsed(first.content) as { header?: Partial<JournalHeader> } | null);
  const header = line?.header;
  return {
    schema: typeof header?.schema === 'number' ? header.schema : null,
    random: typeof header?.random === 'string' ? header.random : null,
    snapshotName: typeof header?.snapshot?.name === 'string' ? header.snapshot.name : null,
  };
}

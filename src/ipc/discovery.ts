/**
 * From a working directory to the coordinator's endpoint: the root, then the highest `writer-<term>.json` in its state
 * folder. Reads a few small files; nothing is waited for, so "nobody serves" is known at once.
 */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../base/result.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { findRoot } from './findRoot.ts';
import { isErrno } from './isErrno.ts';
import { hasEnded, type WriterProcess } from './writerProcess.ts';

/** What a client needs of `writer-<term>.json` (store rule 13); the term is taken from the name. */
export interface WriterFile extends WriterProcess {
  readonly term: number;
  readonly endpoint: string;
  readonly token: string;
  readonly since: number;
  /** Of the file: the heartbeat, epoch milliseconds. */
  readonly heartbeatAt: number;
}

export interface Coordinator {
  readonly root: string;
  readonly writer: WriterFile;
}

export type DiscoveryFailureKind = 'not_initialised' | 'no_coordinator' | 'sandboxed' | 'stale' | 'ended';

export interface DiscoveryFailure {
  readonly kind: DiscoveryFailureKind;
  readonly root: string | null;
  /** Of the writer that does not answer. */
  readonly writer: WriterFile | null;
}

export interface DiscoveryPlace {
  readonly workingDirectory: string;
  /** SIGNALBOX_ROOT. */
  readonly rootHint?: string | undefined;
}

export function discover(place: DiscoveryPlace): Result<Coordinator, DiscoveryFailure> {
  const root = findRoot(place.workingDirectory, place.rootHint);
  if (root === null) return err({ kind: 'not_initialised', root, writer: null });
  try {
    const writer = highestWriter(path.join(root, '.signalbox', 'state'));
    if (writer === null) return err({ kind: 'no_coordinator', root, writer });
    return hasEnded(writer) ? err({ kind: 'ended', root, writer }) : ok({ root, writer });
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM')) return err({ kind: 'sandboxed', root, writer: null });
    throw error;
  }
}

const writerName = /^writer-(\d+)\.json$/;

const listingsTried = 3;

/** The highest term's file that is whole; null: nobody has served here. */
export function highestWriter(stateFolder: string): WriterFile | null {
  // Who goes on in the next term writes its file before it deletes the former one: what is gone by now has a follower.
  for (let tries = 1; tries <= listingsTried; tries += 1) {
    const terms = termsIn(stateFolder);
    for (const term of terms.sort((one, other) => other - one)) {
      const writer = readWriter(path.join(stateFolder, `writer-${term}.json`), term);
      if (writer !== null) return writer;
    }
    if (terms.length === 0) return null;
  }
  return null;
}

function termsIn(stateFolder: string): number[] {
  try {
    return readdirSync(stateFolder)
      .flatMap((name) => writerName.exec(name)?.[1] ?? [])
      .map(Number);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Null: it went between the listing and the reading, or is not what a writer writes. */
function readWriter(file: string, term: number): WriterFile | null {
  let found: Readonly<Record<string, unknown>> | null;
  let heartbeatAt: number;
  try {
    // A pipe of that name would be waited for without end.
    if (!lstatSync(file).isFile()) return null;
    found = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>> | null;
    heartbeatAt = statSync(file).mtimeMs;
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM')) throw error;
    return null;
  }
  const { endpoint, token } = found ?? {};
  if (found === null || typeof endpoint !== 'string' || typeof token !== 'string') return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  return {
    term,
    pid: number(found['pid']),
    processStart: text(found['processStart']),
    host: text(found['host']) ?? '',
    bootId: text(found['bootId']),
    pidNamespace: text(found['pidNamespace']),
    endpoint,
    token,
    since: number(found['since']),
    heartbeatAt,
  };
}

const startOne = 'Open the folder in VS Code, or run `signalbox serve`.';

/** What to tell of a failure; exit code 9 follows from its kind. */
export function discoveryError(failure: DiscoveryFailure, cause?: unknown): ProtocolError {
  const { kind, root, writer } = failure;
  const facts = {
    discovery: kind,
    root,
    term: writer?.term ?? null,
    heartbeat_at: writer?.heartbeatAt ?? null,
  };
  const options = { cause, facts };
  switch (kind) {
    case 'not_initialised':
      return new ProtocolError(
        'unavailable',
        'no Signalbox workspace here or above',
        'Change to the folder, or run `signalbox init` in it.',
        options,
      );
    case 'no_coordinator':
      return new ProtocolError('unavailable', `no coordinator runs for ${root ?? ''}`, startOne, options);
    case 'stale':
      return new ProtocolError(
        'unavailable',
        `the coordinator of ${root ?? ''} (pid ${writer?.pid ?? 0}) does not answer`,
        `Open its window, or look at its \`signalbox serve\`; if it hangs, end process ${writer?.pid ?? 0} and start it again.`,
        options,
      );
    case 'ended':
      return new ProtocolError(
        'unavailable',
        `the coordinator of ${root ?? ''} (pid ${writer?.pid ?? 0}) has ended without closing its store`,
        `${startOne} Nothing that was acknowledged is lost.`,
        options,
      );
    case 'sandboxed':
      return new ProtocolError(
        'sandboxed',
        'a sandbox refuses the way to the coordinator',
        "Allow Unix sockets and .signalbox/state in the agent's sandbox, or use Signalbox through MCP or hooks.",
        options,
      );
  }
}

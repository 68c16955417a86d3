import { err, ok, type Result } from '../../base/result.ts';
import type { Checkpoint } from '../model/lease.ts';
import { reject, type Rejection } from '../rejection.ts';
import { utf8Length } from './utf8Length.ts';

/** Bytes of a checkpoint as JSON (W3). */
export const maxCheckpointBytes = 64 * 1024;

const textKeys = ['summary', 'next_action', 'blocked_reason'] as const;
const knownKeys = new Set<string>([...textKeys, 'files_changed']);

export interface ParsedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** One sentence for each key that was dropped. */
  readonly warnings: readonly string[];
}

const wrong = (message: string, field: string): Result<never, Rejection> =>
  err(
    reject(
      'invalid_params',
      message,
      'Send {summary?, next_action?, blocked_reason?, files_changed?: [paths]}.',
      {
        field,
      },
    ),
  );

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Checks a checkpoint before anything is changed; unknown keys are dropped with a warning (W3). */
export function parseCheckpoint(value: unknown): Result<ParsedCheckpoint, Rejection> {
  if (!isRecord(value)) return wrong('A checkpoint is an object.', 'checkpoint');
  const checkpoint: { -readonly [K in keyof Checkpoint]: Checkpoint[K] } = {};
  for (const key of textKeys) {
    const text = value[key];
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string') return wrong(`The checkpoint's ${key} is text.`, `checkpoint.${key}`);
    checkpoint[key] = text;
  }
  const files = value['files_changed'];
  if (files !== undefined && files !== null) {
    if (!isTextList(files))
      return wrong("The checkpoint's files_changed is a list of texts.", 'checkpoint.files_changed');
    checkpoint.files_changed = files;
  }
  if (utf8Length(JSON.stringify(checkpoint)) > maxCheckpointBytes) {
    return wrong(`A checkpoint holds at most ${String(maxCheckpointBytes)} bytes.`, 'checkpoint');
  }
  const unknown = Object.keys(value).filter((key) => !knownKeys.has(key));
  return ok({
    checkpoint,
    warnings: unknown.map((key) => `Unknown key ${JSON.stringify(key)} was dropped.`),
  });
}

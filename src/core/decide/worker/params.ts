import { err, ok, type Result } from '../../../base/result.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { utf8Length } from '../../rules/utf8Length.ts';

/** Limits of `ttl_ms` (protocol). */
const ttlRange = { min: 10_000, max: 3_600_000 };

export const invalid = (field: string, rule: string): Result<never, Rejection> =>
  err(reject('invalid_params', `${field}: ${rule}.`, `Correct ${field} and call again.`, { field }));

/** A wished time to live in ms; not given: the configured one. */
export function readTtl(value: unknown): Result<number | null, Rejection> {
  if (value === undefined || value === null) return ok(null);
  const isGood = Number.isInteger(value) && Number(value) >= ttlRange.min && Number(value) <= ttlRange.max;
  return isGood ? ok(Number(value)) : invalid('ttl_ms', 'a whole number from 10,000 to 3,600,000');
}

/** A text that is not empty, of at most `maxBytes` as UTF-8. */
export function readText(field: string, value: unknown, maxBytes: number): Result<string, Rejection> {
  if (typeof value !== 'string' || value.trim() === '') return invalid(field, 'a text that is not empty');
  if (utf8Length(value) > maxBytes) return invalid(field, `at most ${String(maxBytes)} bytes`);
  return ok(value);
}

/** A list of texts; not given: none. */
export function readTextList(
  field: string,
  value: unknown,
  maxItems: number,
): Result<readonly string[], Rejection> {
  if (value === undefined || value === null) return ok([]);
  const isList =
    Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '');
  if (!isList) return invalid(field, 'a list of texts that are not empty');
  const list = value as readonly string[];
  return list.length <= maxItems ? ok(list) : invalid(field, `at most ${String(maxItems)} entries`);
}

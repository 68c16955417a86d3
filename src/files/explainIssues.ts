import type * as z from 'zod';
import { type FileProblem, type KeyPath, fileProblem, pathText } from './fileProblem.ts';
import type { TextDocument } from './textDocument.ts';

/** Nobody reads on after so many. */
const MAX_ISSUES = 20;

/**
 * Turns what a schema refused into sentences that name the key, the type of its value and the rule. The schema's own
 * messages say what is needed ("a whole number from 1 to 9"); those of unknown keys are hints, one line a key.
 */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  document: TextDocument,
  whole = 'the file',
): readonly FileProblem[] {
  const problem = (path: KeyPath, sentence: string) =>
    fileProblem(path, document.placeOf(path), `${path.length === 0 ? whole : pathText(path)} ${sentence}`);
  const problems = issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (issue.code === 'unrecognized_keys') {
      const hints = issue.message.split('\n');
      return issue.keys.map((key, index) =>
        problem([...path, key], `is not a known key: ${hints[index] ?? ''}`),
      );
    }
    if (issue.code === 'invalid_key') {
      return [
        problem(path, `is not a name that can be used: write ${issue.issues[0]?.message ?? 'another'}.`),
      ];
    }
    const value = valueAt(document.value, path);
    if (value === undefined) return [problem(path, `is missing: write ${issue.message}.`)];
    return [problem(path, `is ${typeOf(value)}, but must be ${issue.message}: correct it.`)];
  });
  // One value can break two checks of one rule.
  return [...new Map(problems.map((found) => [found.message, found])).values()];
}

function valueAt(value: unknown, path: KeyPath): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** The type, never the value: values may be secret. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : `a number (${value})`;
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

import { type Node, type ParseError, getLocation, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Result, err, ok } from '../base/result.ts';
import { type FileProblem, type KeyPath, type Place, fileProblem, pathText } from './fileProblem.ts';
import type { TextDocument } from './textDocument.ts';

/** Nobody reads on after so many. */
const MAX_PROBLEMS = 20;

/**
 * Reads JSON with comments and trailing commas. Refused, with the place: what is not JSON, and a key given twice at one
 * level, of which every common parser silently drops one.
 */
export function readJson(text: string): Result<TextDocument, readonly FileProblem[]> {
  try {
    return read(text.replace(/^\uFEFF/, ' '));
  } catch (error) {
    // The parser recurses, so a file that is nothing but brackets ends its stack.
    if (!(error instanceof RangeError)) throw error;
    return err([fileProblem([], null, 'values are nested too deep to be read: make them flatter.')]);
  }
}

/**
 * Reads JSON many times faster, for files that may be large: places are looked up only when one is asked for, and of a
 * key given twice the last counts. What strict JSON refuses, such as comments, is left to `readJson`.
 */
export function readLargeJson(text: string): Result<TextDocument, readonly FileProblem[]> {
  try {
    const value: unknown = JSON.parse(text);
    return ok({ value, placeOf: (path) => placeIn(readJson(text), path) });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return readJson(text);
  }
}

const placeIn = (read: Result<TextDocument, unknown>, path: KeyPath): Place | null =>
  read.ok ? read.value.placeOf(path) : null;

function read(text: string): Result<TextDocument, readonly FileProblem[]> {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || root === undefined) return err([syntaxProblem(text, first)]);
  const problems: FileProblem[] = [];
  const value = toValue(root, [], (problem, path, offset) => {
    if (problems.length < MAX_PROBLEMS) problems.push(fileProblem(path, placeAt(text, offset), problem));
  });
  return problems.length > 0 ? err(problems) : ok({ value, placeOf: (path) => placeOf(text, root, path) });
}

function syntaxProblem(text: string, error: ParseError | undefined): FileProblem {
  if (text.trim() === '') {
    return fileProblem([], null, 'the file is empty: write {} into it, or delete it.');
  }
  const offset = error?.offset ?? 0;
  const place = placeAt(text, offset);
  const path = getLocation(text, offset).path.filter((step) => step !== '');
  const number = /^[+-]?(?:NaN|Infinity)\b/.exec(text.slice(offset, offset + 12))?.[0];
  if (number !== undefined) {
    const what = `${pathText(path)} is ${number}, a number that JSON does not know`;
    return fileProblem(path, place, `${what}: write a finite number.`);
  }
  const what = error === undefined ? 'a value is missing' : words(printParseErrorCode(error.error));
  return fileProblem(path, place, `this is not JSON (${what}): correct it here or just before.`);
}

const words = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

type Report = (problem: string, path: KeyPath, offset: number) => void;

/** Made by hand, because the parser's own way would let a key `__proto__` become the object's prototype. */
function toValue(node: Node, path: KeyPath, report: Report): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map((child, index) => toValue(child, [...path, index], report));
  if (node.type !== 'object') return node.value as unknown;
  const members = new Map<string, unknown>();
  for (const { children: [key, value] = [], offset } of children) {
    if (key === undefined || value === undefined) continue;
    const name = key.value as string;
    const own = [...path, name];
    if (members.has(name)) report(`${pathText(own)} is given twice: keep one of them.`, own, offset);
    else if (name === '__proto__') report(`${pathText(own)} can't be a key: remove it.`, own, offset);
    members.set(name, toValue(value, own, report));
  }
  return Object.fromEntries(members);
}

function placeOf(text: string, root: Node, path: KeyPath): Place {
  let node = root;
  let offset = root.offset;
  for (const step of path) {
    const children = node.children ?? [];
    const found =
      typeof step === 'number'
        ? children[step]
        : children.find(({ children: [key] = [] }) => key?.value === step);
    const value = typeof step === 'number' ? found : found?.children?.[1];
    if (found === undefined || value === undefined) break;
    offset = found.offset;
    node = value;
  }
  return placeAt(text, offset);
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

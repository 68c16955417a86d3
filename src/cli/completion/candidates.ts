import type { Flag } from '../flags.ts';
import { tokensOf } from '../tokens.ts';
import type { Catalogue, Verb } from '../verb.ts';

/** What may stand in a place of the command line. */
export interface Candidate {
  readonly value: string;
  /** A few words beside it, where the shell shows any. */
  readonly about: string;
}

/** Names that only a register knows. */
export type NamedKind = 'task' | 'lease' | 'worker' | 'repo' | 'question';

/** Looks names up; none where no coordinator answers, since a shell that completes has nowhere to complain. */
export type LookUp = (kind: NamedKind) => Promise<readonly Candidate[]>;

/** By the flag that takes it. */
const flagKinds: Readonly<Record<string, NamedKind>> = {
  task: 'task',
  lease: 'lease',
  worker: 'worker',
  repo: 'repo',
};
/** By the word that the usage of operands has for it. */
const operandKinds: Readonly<Record<string, NamedKind>> = {
  TASK: 'task',
  LEASE: 'lease',
  QUESTION: 'question',
  REPO: 'repo',
};

/**
 * What may stand in the place of the last word.
 * @param verbs every verb by its name.
 * @param words behind `signalbox`; the last is the one being written, and may be empty.
 */
export async function candidates(
  verbs: Catalogue,
  words: readonly string[],
  lookUp: LookUp,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const all = await inPlace(verbs, before, current, lookUp);
  return all.filter(({ value }) => value.startsWith(current));
}

async function inPlace(
  verbs: Catalogue,
  before: readonly string[],
  current: string,
  lookUp: LookUp,
): Promise<readonly Candidate[]> {
  const name = verbOf(verbs, before);
  const verb = name === null ? undefined : (await verbs[name]?.())?.verb;
  if (name === null || verb === undefined) return verbsBehind(verbs, before);
  const given = before.slice(name.split(' ').length);
  if (given.includes('--')) return [];
  const flag = flagThatWaits(verb, given);
  if (flag !== null) return valuesOf(flag, verb, lookUp);
  if (current.startsWith('-')) return flagsOf(verb, given);
  return operandsOf(verb, given, lookUp);
}

/** The verb that the words begin with; null: it is not whole yet, or there is none of that name. */
function verbOf(verbs: Catalogue, [first = '', second = '']: readonly string[]): string | null {
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(verbs, name)) ?? null;
}

/** Verbs and groups in the first place, the members of a group in the second. */
async function verbsBehind(verbs: Catalogue, before: readonly string[]): Promise<readonly Candidate[]> {
  if (before.length > 1) return [];
  const prefix = before.map((word) => `${word} `).join('');
  const found = new Map<string, Candidate>();
  for (const [name, load] of Object.entries(verbs)) {
    if (!name.startsWith(prefix)) continue;
    const [value = '', member] = name.slice(prefix.length).split(' ');
    const about = member === undefined ? (await load()).verb.summary : `verbs of a ${value}`;
    if (!found.has(value)) found.set(value, { value, about });
  }
  return [...found.values()];
}

const nameOf = (word: string): string => word.replace(/^--?/, '');

/** The flag whose value comes next. */
function flagThatWaits({ flags }: Verb, given: readonly string[]): string | null {
  const last = given.at(-1) ?? '';
  const flag = flags[nameOf(last)];
  return last.startsWith('--') && flag !== undefined && flag.kind !== 'switch' ? nameOf(last) : null;
}

async function valuesOf(name: string, { flags }: Verb, lookUp: LookUp): Promise<readonly Candidate[]> {
  const flag: Flag | undefined = flags[name];
  if (flag?.kind === 'choice') return flag.choices.map((value) => ({ value, about: '' }));
  const kind = flagKinds[name];
  return kind === undefined ? [] : lookUp(kind);
}

function flagsOf({ flags }: Verb, given: readonly string[]): readonly Candidate[] {
  const isOpen = (name: string, flag: Flag): boolean => flag.kind === 'texts' || !given.includes(`--${name}`);
  const own = Object.entries(flags).flatMap(([name, flag]) =>
    isOpen(name, flag) ? [{ value: `--${name}`, about: flag.about }] : [],
  );
  return [
    ...own,
    { value: '--json', about: 'Write one JSON document.' },
    { value: '--help', about: 'Show what the verb does.' },
  ];
}

async function operandsOf(
  verb: Verb,
  given: readonly string[],
  lookUp: LookUp,
): Promise<readonly Candidate[]> {
  const takesValue = (name: string): boolean => (verb.flags[name]?.kind ?? 'switch') !== 'switch';
  const { tokens } = tokensOf(given, takesValue);
  const count = tokens.filter(({ kind }) => kind === 'operand').length;
  if (count >= verb.takes[1]) return flagsOf(verb, given);
  const words = (verb.operands.split(' ')[count] ?? '').replaceAll(/[[\]]/g, '').split('|');
  const found = words.map(async (word): Promise<readonly Candidate[]> => {
    const kind = operandKinds[word];
    if (kind !== undefined) return lookUp(kind);
    // Capitals stand for something, small letters for themselves.
    return word !== '' && word === word.toLowerCase() ? [{ value: word, about: '' }] : [];
  });
  return (await Promise.all(found)).flat();
}

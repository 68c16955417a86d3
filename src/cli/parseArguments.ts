import { nearestName } from '../files/nearestName.ts';
import { misused } from './commandFailure.ts';
import { readDuration } from './duration.ts';
import type { Flag, Flags } from './flags.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Verb } from './verb.ts';

export interface Arguments {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
  readonly rest: readonly string[];
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

const everywhere = ['json', 'help'];

/**
 * Reads what stands behind a verb.
 * @param name the verb, for the next step of a refusal.
 * @throws CommandFailure exit 2
 */
export function parseArguments(name: string, verb: Verb, args: readonly string[]): Arguments {
  const takesValue = (flag: string) => (verb.flags[flag] ?? noFlag).kind !== 'switch';
  const { tokens, rest } = tokensOf(args, takesValue);
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'operand') operands.push(token.value);
    else given.set(token.name, [...(given.get(token.name) ?? []), checked(name, verb.flags, token)]);
  }
  const isHelp = given.has('help');
  if (!isHelp) checkCounts(name, verb, operands, rest);
  return {
    flags: isHelp ? {} : readFlags(verb.flags, given),
    operands: verb.rest === undefined ? [...operands, ...rest] : operands,
    rest: verb.rest === undefined ? [] : rest,
    isJson: given.has('json'),
    isHelp,
  };
}

/** What is no flag of the verb takes no word behind it. */
const noFlag: Flag = { kind: 'switch', about: '' };

/** The value of one flag as it was written; a switch's is empty. */
function checked(verb: string, flags: Flags, token: Extract<Token, { kind: 'flag' }>): string {
  const { name, written, value, isInline } = token;
  const isEverywhere = everywhere.includes(name);
  if (!isEverywhere && !Object.hasOwn(flags, name)) {
    const meant = nearestName(name, [...Object.keys(flags), ...everywhere]);
    const hint = meant === undefined ? '' : `Did you mean --${meant}? `;
    throw misused(`${verb} has no flag ${written}`, `${hint}See \`signalbox ${verb} --help\`.`);
  }
  if (isEverywhere || flags[name]?.kind === 'switch') {
    if (isInline) throw misused(`--${name} takes no value`, `Write it as --${name}.`);
    return '';
  }
  if (value !== null) return value;
  throw misused(`--${name} needs a value`, `See \`signalbox ${verb} --help\`.`);
}

function checkCounts(
  name: string,
  { takes: [least, most], operands: usage, rest: restUsage }: Verb,
  operands: readonly string[],
  rest: readonly string[],
): void {
  const count = operands.length + (restUsage === undefined ? rest.length : 0);
  const next = `See \`signalbox ${name} --help\`.`;
  if (count < least) throw misused(`${name} needs ${usage}`, next);
  if (count > most) {
    const extra = [...operands, ...rest][most] ?? '';
    throw misused(
      `${name} does not know what to do with ${JSON.stringify(extra)}`,
      `${quoting(extra)}${next}`,
    );
  }
}

const quoting = (extra: string): string =>
  extra.startsWith('-') ? '' : 'Put a text of several words in quotes. ';

function readFlags(flags: Flags, given: ReadonlyMap<string, readonly string[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, readFlag(name, flag, given.get(name) ?? [])]),
  );
}

function readFlag(name: string, flag: Flag, values: readonly string[]): unknown {
  if (flag.kind === 'switch') return values.length > 0;
  if (flag.kind === 'texts') return values;
  const [value, ...others] = values;
  if (others.length > 0) throw misused(`--${name} is given twice`, 'Give it once.');
  if (value === undefined) return undefined;
  if (flag.kind === 'duration') return readDuration(name, value, flag.within);
  if (flag.kind === 'count') return readCount(name, value);
  if (flag.kind === 'choice') return readChoice(name, flag.choices, value);
  return value;
}

function readCount(name: string, value: string): number {
  const count = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(count)) return count;
  throw misused(`--${name}: ${JSON.stringify(value)} is no whole number`, 'Write digits only, such as 200.');
}

function readChoice(name: string, choices: readonly string[], value: string): string {
  if (choices.includes(value)) return value;
  const meant = nearestName(value, choices);
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
  const next = `${hint}It is one of ${choices.join(', ')}.`;
  throw misused(`--${name}: ${JSON.stringify(value)} is none of its values`, next);
}

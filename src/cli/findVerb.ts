import { nearestName } from '../files/nearestName.ts';
import { misused } from './commandFailure.ts';
import type { Catalogue } from './verb.ts';

export type Wanted =
  | { readonly kind: 'verb'; readonly name: string; readonly args: readonly string[] }
  /** Help for all verbs, or for those of a group. */
  | { readonly kind: 'help'; readonly group: string | null };

/** What the command line asks for. @throws CommandFailure exit 2, with the name that was probably meant */
export function findVerb(args: readonly string[], catalogue: Catalogue): Wanted {
  const [first, ...others] = args;
  const verbNames = Object.keys(catalogue);
  if (first === undefined) {
    throw misused('a verb is missing', 'See `signalbox --help`; `signalbox status` shows what goes on.');
  }
  if (isHelpFlag(first)) return { kind: 'help', group: null };
  // `help next` is `next --help`.
  if (first === 'help') return findVerb([...others, '--help'], catalogue);
  if (first === '--version' || first === '-v') return { kind: 'verb', name: 'version', args: others };
  if (verbNames.includes(first)) return { kind: 'verb', name: first, args: others };
  const verbGroups = groupsOf(verbNames);
  if (verbGroups.includes(first)) return inGroup(first, others, verbNames);
  throw unknown(first, [...verbNames.filter((name) => !name.includes(' ')), ...verbGroups], 'signalbox');
}

const isHelpFlag = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** Words that only begin a verb: `task`, `worker`, `config`. */
const groupsOf = (verbNames: readonly string[]): readonly string[] => [
  ...new Set(verbNames.flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []))),
];

function inGroup(
  group: string,
  [second, ...others]: readonly string[],
  verbNames: readonly string[],
): Wanted {
  if (isHelpFlag(second)) return { kind: 'help', group };
  const members = verbNames.flatMap((name) =>
    name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : [],
  );
  if (second === undefined || second.startsWith('-')) {
    throw misused(
      `${group} needs a verb`,
      `One of ${members.join(', ')}; see \`signalbox ${group} --help\`.`,
    );
  }
  if (!members.includes(second)) throw unknown(second, members, `signalbox ${group}`);
  return { kind: 'verb', name: `${group} ${second}`, args: others };
}

function unknown(word: string, names: readonly string[], program: string) {
  const what = word.startsWith('-') ? `flags come behind the verb: ${word}` : `there is no verb ${word}`;
  const meant = nearestName(word, names);
  const hint = meant === undefined ? '' : `Did you mean \`${program} ${meant}\`? `;
  return misused(what, `${hint}See \`${program} --help\`.`);
}

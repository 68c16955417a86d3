import type { Flag, Flags } from './flags.ts';
import type { Catalogue, Verb } from './verb.ts';

const everywhere: Flags = {
  json: { kind: 'switch', about: 'Write one JSON document.' },
  help: { kind: 'switch', about: 'Show this.' },
};

const exitCodeLine =
  'Exit codes: 0 done, 1 fault, 2 misused, 3 not found, 4 conflict, 5 expired, 6 forbidden, 7 gated or stopped,\n' +
  '8 nothing to do, 9 no coordinator, 10 storage. Errors are two lines on stderr: what, and what to do next.';

const idLine =
  'Ids are shown by their last characters, since those of one hour begin alike; where an id is asked for, its end or\n' +
  'beginning of at least 4 characters will do. A task of the workspace may be named by its number.';

/** `--wait DURATION`, `--verdict continue|refuse`. */
function flagUsage(name: string, flag: Flag): string {
  if (flag.kind === 'switch') return `--${name}`;
  return `--${name} ${flag.kind === 'choice' ? flag.choices.join('|') : flag.value}`;
}

function flagLines(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flag] as const);
  const width = Math.min(28, Math.max(...rows.map(([usage]) => usage.length)));
  return rows
    .map(([usage, flag]) => {
      const more = flag.kind === 'texts' ? ' May be repeated.' : '';
      const gap = usage.length > width ? `\n${' '.repeat(width + 4)}` : ' '.repeat(width - usage.length + 2);
      return `  ${usage}${gap}${flag.about}${more}`;
    })
    .join('\n');
}

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

export function verbHelp(name: string, verb: Verb): string {
  const usage = [
    'signalbox',
    name,
    verb.operands,
    '[FLAGS]',
    verb.rest === undefined ? '' : `-- ${verb.rest}`,
  ];
  return [
    `signalbox ${name}: ${verb.summary}`,
    '',
    `Usage: ${usage.filter((word) => word !== '').join(' ')}`,
    ...(verb.about === undefined ? [] : ['', verb.about]),
    '',
    'Flags:',
    flagLines({ ...verb.flags, ...everywhere }),
    '',
    'Example:',
    indented(verb.example),
    '',
  ].join('\n');
}

/** All verbs, or those of a group, a line each. */
export async function overview(catalogue: Catalogue, group: string | null): Promise<string> {
  const names = Object.keys(catalogue).filter((name) => group === null || name.startsWith(`${group} `));
  const verbs = await Promise.all(names.map(async (name) => ({ name, ...(await catalogue[name]?.()) })));
  const width = Math.max(...names.map(({ length }) => length));
  const lines = verbs.map(({ name, verb }) => `  ${name.padEnd(width)}  ${verb?.summary ?? ''}`);
  const title =
    group === null
      ? 'signalbox: runs several coding agents in one workspace without them stepping on one another'
      : `signalbox ${group}`;
  const example = group === null ? '  signalbox next --wait 60s' : `  signalbox ${names[0] ?? ''} --help`;
  return [
    title,
    '',
    `Usage: signalbox ${group ?? 'VERB'} ${group === null ? '' : 'VERB '}[FLAGS]`,
    '',
    ...lines,
    '',
    'Example:',
    example,
    '',
    ...(group === null ? [idLine, '', exitCodeLine, ''] : []),
  ].join('\n');
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serverLimits } from '../../src/ipc/serverConnection.ts';
import { exitCodeOf } from '../../src/protocol/exitCodes.ts';
import { MAX_MESSAGE_BYTES } from '../../src/protocol/framing.ts';
import { HELLO_WITHIN_MS, MAX_ANCESTORS } from '../../src/protocol/hello.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';
import type { JsonSchema } from './configurationPage.ts';
import type { FieldDoc, MethodDoc, ProtocolDoc } from './protocolTypes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const number = new Intl.NumberFormat('en');

/** Programs of docs/examples that a test runs, and the page shows. */
const example = (name: string): string =>
  readFileSync(path.join(root, 'docs/examples', name), 'utf8').trimEnd();

/** docs/protocol.md: `schemas` are the checks of the parameters by method, as JSON schemas. */
export const protocolPage = (
  doc: ProtocolDoc,
  schemas: Readonly<Record<string, JsonSchema>>,
): string => `# Protocol

<!-- Made by \`npm run generate\` from src/protocol: the definitions that requests are checked against. -->

Everything that looks at or changes a register is a client of this protocol: the command line, the windows of VS Code,
scripts. Version ${PROTOCOL_VERSION}.

## The wire

JSON-RPC 2.0 in UTF-8, one message a line, in both directions, over a local socket: a Unix socket that only its user can
open, a named pipe on Windows. There is no TCP port.

1. Find the coordinator: the highest \`.signalbox/state/writer-<term>.json\` of the root has \`endpoint\` and \`token\`. Nobody
   serves when there is none, or when its process has ended.
2. Connect, and send \`hello\` within ${HELLO_WITHIN_MS / 1000} s. Nothing else is answered before.
3. Send requests; each is answered, with \`result\` or \`error\`, in any order. When the connection ends, what has no answer
   has failed.

| limit | |
| --- | --- |
| one message | ${number.format(MAX_MESSAGE_BYTES)} bytes |
| connections | ${serverLimits.connections} |
| requests of one connection at once | ${serverLimits.inFlight} |
| entries of a page | 1,000 |
| what a follower of events may leave unread | ${number.format(serverLimits.unreadEventBytes)} bytes, then it is cut off |

Over a limit: an error that says so, and everybody else goes on.

### hello

The operator key (\`operator.key\` in the user's configuration folder for Signalbox) gives the operator surface, the token
of the writer file the worker surface. A connection with a worker's process among its ancestors is the worker surface
whatever it shows. At most ${MAX_ANCESTORS} ancestors. A version mismatch is refused with an error that names both.

${table('parameter', doc.hello.params)}

${table('answer', doc.hello.result)}

### Repeating a request

A request that changes the register takes a \`request_id\`: a UUIDv7 in lower case, at most 7 days old and at most 5 minutes
ahead. Within the 7 days a repeat under the same id gets the first answer, also from another coordinator and after a
restart, and changes nothing; the same id with other parameters is \`invalid_params\`.

### Hand-over

A coordinator that leaves closes its connections with the error \`unavailable\` and the fact \`moved\`, as a message without an
id. \`storage\` and \`moved\` mean: it is not known whether it was done. Find the next coordinator, say \`hello\`, and repeat the
request under the same \`request_id\`. Clients do so for 6 s before they give up.

### Notifications

| method | direction | says |
| --- | --- | --- |
| \`event\` | to the client | one \`EventView\`, after \`events.subscribe\`: only confirmed ones, in order, without gap or repeat |
| \`events.cut_off\` | to the client | it read too slowly; \`resume_from\` is the position to subscribe from |
| \`progress\` | to the client | of a running \`request\` (its id) \`done\` of \`total\` steps, from methods that say so |
| \`$/cancelRequest\` | either | \`id\`: the asker does not wait for the answer any more; work that tells its progress is ended |

## Errors

\`error\` has \`code\`, \`message\`, and \`data\` with \`kind\`, \`next\` (what to do, one sentence) and \`facts\` (such as
\`retry_after_ms\`, the current state, the holder's name). JSON-RPC's own codes keep their numbers, with the kind
\`invalid_params\`. The last column is what the command line exits with.

| kind | code | | exit |
| --- | --- | --- | --- |
${doc.errors.map(errorRow).join('\n')}

## Methods

An operator may call all of them, a worker those without an O. *Read* changes nothing, *command* changes the register once a
\`request_id\`, *action* works on something outside the register and is not repeated by itself.

${methodTable(doc.methods)}

${doc.methods.map((method) => methodSection(method, schemas[method.name] ?? {})).join('\n\n')}

## Objects

Instants are milliseconds since 1970, ids are text.

${doc.objects.map(({ name, description, fields }) => `### ${name}\n\n${description}\n\n${table('field', fields)}`.replace('\n\n\n\n', '\n\n')).join('\n\n')}

## By hand

\`\`\`sh
${example('protocol.sh')}
\`\`\`

In a folder with a coordinator, \`sh docs/examples/protocol.sh\` prints the answer to \`hello\` and the tasks. The same in
Python, without anything to install:

\`\`\`python
${example('protocol.py')}
\`\`\`
`;

function errorRow({ kind, code, description }: ProtocolDoc['errors'][number]): string {
  const exit = (exitCodeOf as Readonly<Record<string, number>>)[kind] ?? '';
  return `| \`${kind}\` | ${code} | ${cell(description)} | ${exit} |`;
}

function methodTable(all: readonly MethodDoc[]): string {
  const groups = new Map<string, MethodDoc[]>();
  for (const method of all) {
    const group = method.name.split('.')[0] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), method]);
  }
  const link = ({ name, surface }: MethodDoc): string =>
    `[${name}](#${name.replaceAll(/[^\w]/g, '')})${surface === 'operator' ? ' O' : ''}`;
  const rows = [...groups].map(([group, methods]) => `| ${group} | ${methods.map(link).join(' · ')} |`);
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

function methodSection(
  { name, surface, kind, description, params, result }: MethodDoc,
  schema: JsonSchema,
): string {
  const who = surface === 'operator' ? 'operator' : 'worker and operator';
  const about = `*${kind}, ${who}.* ${description}`.trimEnd();
  const given = params.length === 0 ? 'No parameters.' : table('parameter', params, schema);
  const answered = result.length === 0 ? 'Answer: empty.' : table('answer', result);
  return `### ${name}\n\n${about}\n\n${given}\n\n${answered}`;
}

/** An object leads to its fields. */
function typeCell(type: string): string {
  const [, name, rest = ''] = /^([A-Z]\w+)(\[\]| \| null)?$/.exec(type) ?? [];
  if (name === undefined) return `\`${cell(type)}\``;
  return `[\`${name}\`](#${name.toLowerCase()})${rest === '' ? '' : ` \`${cell(rest.trim())}\``}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function table(kind: string, fields: readonly FieldDoc[], schema: JsonSchema = {}): string {
  const rows = fields.map(({ name, type, isOptional, description }) => {
    const words = [boundsOf(schema.properties?.[name]), description].filter((text) => text !== '').join('. ');
    return `| \`${name}\`${isOptional ? '?' : ''} | ${typeCell(type)} | ${cell(words)} |`;
  });
  return [`| ${kind} | type | |`, '| --- | --- | --- |', ...rows].join('\n');
}

/** What the check asks beyond the type. */
function boundsOf(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return '';
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${number.format(minimum)} to ${number.format(maximum)}`;
  if (minimum !== undefined) return `at least ${number.format(minimum)}`;
  if (maxLength !== undefined) return `${minLength ?? 0} to ${number.format(maxLength)} characters`;
  return maxItems === undefined ? '' : `at most ${number.format(maxItems)}`;
}

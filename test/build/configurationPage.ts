import type * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Shown in docs/configuration.md; a test reads it by the code that reads the file. */
export const exampleConfiguration = `{
  // Two repositories; paths are relative to the folder that holds .signalbox.
  "repos": { "web": "web", "api": "../api" },

  "workers": {
    // A script for each lease. Waits until you confirm it.
    "tests": {
      "repos": ["api"],
      "transport": "command",
      "options": { "command": ["npm", "run", "agent"], "env": ["OPENAI_API_KEY"] }
    },
    // An agent in a terminal of VS Code.
    "claude-1": { "repos": ["web", "api"], "transport": "terminal", "options": { "agent": "claude" } }
  },

  "sources": {
    "workspace": { "kind": "workspace" },
    "file": { "kind": "file" },
    // Waits until you confirm it.
    "hub": { "kind": "hub", "url": "https://hub.example/signalbox", "tokenEnv": "SIGNALBOX_HUB_TOKEN" }
  },

  "leaseTtl": 900, // seconds
  "allow": ["network"] // waits until you confirm it
}`;

export const exampleTasks = `plans:
  - { id: schema, repo_id: api, status: ready }
  - { id: screens, repo_id: web, status: ready }
dependencies:
  - { id: d1, from_workplan_id: screens, to_workplan_id: schema, relationship_type: blocks }
tasks:
  - id: add-column
    workplan_id: schema
    status: todo
    title: Add a column for the time zone
    action_classes: [schema_migration]
  - id: show-zone
    workplan_id: screens
    status: todo
    title: Show the time zone beside each date`;

/** docs/configuration.md: what is said of single keys comes from the schemas. */
export const configurationPage = (configuration: JsonSchema, tasks: JsonSchema): string => `# Configuration

<!-- Made by \`npm run generate\` from the schemas in src/configuration and src/sources. -->

\`.signalbox/config.json\` says which repositories get work, who does it, and where it comes from. Everything in it is
optional; without the file the defaults hold. Comments and trailing commas are allowed, durations are in seconds.
VS Code completes and checks the file while you type.

\`\`\`jsonc
${exampleConfiguration}
\`\`\`

A change holds as soon as the file is saved, but for what [waits for confirmation](#what-waits-for-confirmation). While
the file is not valid, the last good configuration goes on; \`signalbox health\` and the Health view name each mistake with
its line. If it is not valid at the start, nothing is dispatched, but everything can be looked at.

## Keys

The rule is the name by which the tests and the other pages know it.

${table(configuration)}

Names of repos, workers and sources have 1 to 64 letters, digits, \`.\`, \`_\` or \`-\`, begin with a letter or digit, and are
not a number. No two repos may be one folder, and no key may be given twice.

### A worker

${variants(memberSchema(configuration, 'workers'), 'transport')}

A worker that is not in the file registers itself as \`poll\` when it first asks for work.

### A source

${variants(memberSchema(configuration, 'sources'), 'kind')}

## What waits for confirmation

\`allow\`, \`policyProfile\`, \`adoptInProgress\`, \`workerTasks\`, \`dirtyTree\`, workers with a command or a pane, and sources with
a URL wait until a person confirms them: \`signalbox config confirm\`, or Confirm Configuration in VS Code. So does the first
configuration, where it asks for more than the defaults. An agent can edit the file, but gains nothing by it.

Until then the values that were last in force go on; after a restart, where they are not known, the safest: nothing is
allowed, \`strict\` holds, and the workers and sources that wait are left out. Everything else in the file holds at once, and so
does a return to the defaults. What was confirmed is remembered as a digest outside the repository:

| system | file |
| --- | --- |
| Linux | \`$XDG_CONFIG_HOME/signalbox/confirmed/\` or \`~/.config/signalbox/confirmed/\` |
| macOS | \`~/Library/Application Support/signalbox/confirmed/\` |
| Windows | \`%APPDATA%\\signalbox\\confirmed\\\` |

This guards against accident and over-reach. A hostile program that runs as you can write that folder too.

## Task files

The source of kind \`file\` reads \`.signalbox/tasks/*.json\`, \`*.yaml\` and \`*.yml\`, all of them as one list. A file holds an object
of the lists below, or only a list of tasks. A task without plan needs none; its repo is \`project\`, or the only one
configured.

\`\`\`yaml
${exampleTasks}
\`\`\`

${taskTables(tasks)}

An id given twice or one file that can't be read freezes all tasks of these files until it is mended; what is running goes on.
`;

function taskTables({ anyOf = [] }: JsonSchema): string {
  const sections = Object.entries(anyOf[0]?.properties ?? {});
  return sections
    .map(
      ([name, section]) => `### ${name}\n\n${plain(section).description ?? ''}\n\n${table(itemOf(section))}`,
    )
    .join('\n\n');
}

const plain = (schema: JsonSchema | boolean): JsonSchema => (typeof schema === 'boolean' ? {} : schema);
const itemOf = (schema: JsonSchema | boolean): JsonSchema => plain(schema).items as JsonSchema;
const memberSchema = ({ properties = {} }: JsonSchema, key: string): JsonSchema =>
  plain(properties[key] ?? {}).additionalProperties as JsonSchema;

/** One table a variant, told apart by one key. */
function variants({ oneOf = [] }: JsonSchema, by: string): string {
  return oneOf
    .map((variant) => {
      const { const: value, description = '' } = plain(variant.properties?.[by] ?? {});
      const isOnlyKey = Object.keys(variant.properties ?? {}).length === 1;
      return `\`"${by}": "${String(value)}"\`: ${description}${isOnlyKey ? '' : `\n\n${table(variant, by)}`}`;
    })
    .join('\n\n');
}

/** A row a key, those of `options` by their full path. */
function table(schema: JsonSchema, without = ''): string {
  const hasRules = Object.values(schema.properties ?? {}).some((property) => 'rule' in plain(property));
  const rows = rowsOf(schema, '', without).map(
    (cells) => `| ${(hasRules ? cells : cells.slice(0, 4)).join(' | ')} |`,
  );
  const head = hasRules
    ? ['| key | type | default | meaning | rule |', '| --- | --- | --- | --- | --- |']
    : ['| key | type | default | meaning |', '| --- | --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

function rowsOf({ properties = {}, required = [] }: JsonSchema, prefix: string, without: string): string[][] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const schema = plain(property);
    const path = `${prefix}${key}`;
    if (path === without) return [];
    if (schema.properties !== undefined) return rowsOf(schema, `${path}.`, without);
    const fallback = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    const isNeeded = required.includes(key) && schema.default === undefined;
    const meaning = (schema.description ?? '').replaceAll('|', '\\|');
    return [
      [
        `\`${path}\``,
        typeOf(schema),
        isNeeded ? 'required' : fallback,
        meaning,
        typeof schema['rule'] === 'string' ? schema['rule'] : '',
      ],
    ];
  });
}

function typeOf(schema: JsonSchema): string {
  const { anyOf = [], enum: values = [], minimum, maximum } = schema;
  const types = [schema.type ?? []].flat();
  if (values.length > 0) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (anyOf.length > 0)
    return anyOf
      .map(typeOf)
      .filter((type) => type !== '')
      .join(' or ');
  const words = types.map((type) => {
    if (type === 'array') return `list of ${typeOf(itemOf(schema))}`;
    if (type === 'integer') return `whole number, ${minimum ?? ''} to ${maximum ?? ''}`;
    if (type === 'number') return minimum === undefined ? 'number' : 'seconds';
    const names: Record<string, string> = {
      string: 'text',
      boolean: 'true or false',
      object: 'object',
      null: '',
    };
    return names[type] ?? type;
  });
  return words.filter((word) => word !== '').join(' or ');
}

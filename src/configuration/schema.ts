/**
 * The one schema of `.signalbox/config.json` (C21): it checks the file, and editors and the documentation are served
 * from it. Each message says what is needed; `explainIssues` puts the key and the value's type before it. `rule` names
 * the rule of docs/behaviour that a key belongs to.
 */
import * as z from 'zod';
import { allowableClasses } from '../core/rules/gates.ts';
import { strictObject } from './strictObject.ts';

const NAME = /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const isName = (text: string): boolean => NAME.test(text);

const needs = (error: string) => ({ error });
/** For a union told apart by one key: an unknown value of that key is reported at the key itself. */
const kinds = (whole: string, key: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (issue.code === 'invalid_union' ? key : whole),
});
const rule = (description: string, name: string) => ({ description, rule: name });

const nameNeeds = needs(
  'a name of 1 to 64 letters, digits, ".", "_" or "-" that begins with a letter or digit and is not a number',
);
const name = z.string(nameNeeds).regex(NAME, nameNeeds);

const textNeeds = needs('a text without control characters that is not empty');
const text = z
  .string(textNeeds)
  .min(1, textNeeds)
  .regex(/^\P{Cc}*$/u, textNeeds);

/** A week: far from the 24 days at which timers of JavaScript run over, and go off at once. */
const secondsNeeds = needs('a number of seconds above 0, at least 0.001 and at most 604800');
const seconds = z.number(secondsNeeds).min(0.001, secondsNeeds).max(604_800, secondsNeeds);

function whole(min: number, max: number) {
  const wholeNeeds = needs(`a whole number from ${min} to ${max}`);
  return z.int(wholeNeeds).min(min, wholeNeeds).max(max, wholeNeeds);
}

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, needs(`one of ${values.map((value) => `"${value}"`).join(', ')}`));
}

const flag = z.boolean(needs('true or false'));

function list<T extends z.ZodType>(item: T, what: string, min: number, max: number) {
  const listNeeds = needs(`a list of ${min} to ${max} ${what}`);
  return z.array(item, listNeeds).min(min, listNeeds).max(max, listNeeds);
}

const workerRepos = list(name, 'repo names', 1, 64).meta(
  rule('Names of the repos, out of `repos`, whose work it may take.', 'C6'),
);

const argument = z.string(needs('a text')).regex(/^[^\0]*$/, needs('a text without NUL characters'));
const variableNeeds = needs('the name of an environment variable');
const variable = z.string(variableNeeds).regex(/^[A-Za-z_]\w*$/, variableNeeds);

const commandOf = (description: string) =>
  list(argument, 'texts, the program and its arguments', 1, 256)
    .refine(([program]) => program !== '', needs('a list that begins with the name of a program'))
    .meta(rule(description, 'C22'));

const pollWorker = strictObject({
  repos: workerRepos,
  transport: z
    .literal('poll')
    .default('poll')
    .meta(rule('It asks for work itself: `signalbox next`. The default.', 'C6')),
  options: strictObject({}).optional().meta(rule('None.', 'C21')),
});
const commandWorker = strictObject({
  repos: workerRepos,
  transport: z.literal('command').meta(rule('Each offer starts a command of its own.', 'C8')),
  options: strictObject({
    command: commandOf('The program and its arguments; no shell is involved.'),
    env: list(variable, 'names of environment variables', 0, 100)
      .optional()
      .meta(rule('Names of environment variables that it gets beside the usual ones.', 'C22')),
  }),
});
const paneNeeds = needs('a tmux pane such as "%3" or "work:1.0"');
const socketNeeds = needs('the name of a tmux socket, or its absolute path');
const tmuxWorker = strictObject({
  repos: workerRepos,
  transport: z.literal('tmux').meta(rule('Offers are typed into a tmux pane.', 'C8')),
  options: strictObject({
    pane: z
      .string(paneNeeds)
      .regex(/^[^\p{Cc}-]\P{Cc}*$/u, paneNeeds)
      .optional()
      .meta(
        rule(
          'The pane: `%3`, `session`, `session:window` or `session:window.pane`, by exact name. Default: the one whose ' +
            'option `@signalbox_worker` is the id of the worker.',
          'C22',
        ),
      ),
    socket: z
      .string(socketNeeds)
      .regex(/^(\/\P{Cc}*|[A-Za-z0-9._][A-Za-z0-9._-]*)$/u, socketNeeds)
      .optional()
      .meta(
        rule(
          "The tmux server's socket: a name, as for `tmux -L`, or an absolute path, as for `tmux -S`.",
          'C22',
        ),
      ),
    prompt: text
      .optional()
      .meta(
        rule(
          'What stands before the cursor on an empty input line, if it is not one of the usual marks.',
          'C8',
        ),
      ),
  })
    .optional()
    .meta(rule('What the transport needs to know.', 'C21')),
});
const terminalWorker = strictObject({
  repos: workerRepos,
  transport: z.literal('terminal').meta(rule('Offers reach an agent in a terminal of VS Code.', 'C8')),
  options: strictObject({
    agent: name.optional().meta(rule('The agent preset that Start Worker launches.', 'C21')),
    command: commandOf(
      'What Start Worker runs in the terminal instead of a preset: the program and its arguments.',
    ).optional(),
  })
    .optional()
    .meta(rule('What the transport needs to know.', 'C21')),
});

const worker = z.discriminatedUnion(
  'transport',
  [pollWorker, commandWorker, tmuxWorker, terminalWorker],
  kinds('an object {repos, transport, options}', 'one of "poll", "command", "tmux", "terminal"'),
);

const urlNeeds = needs('a URL that begins with http:// or https:// and holds no user name or password');
const isPlainUrl = (value: string): boolean => {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  // An empty user name leaves no trace in the parsed URL.
  return username === '' && password === '' && !/^https?:\/\/[^/?#]*@/i.test(value);
};

const hubSource = strictObject({
  kind: z
    .literal('hub')
    .meta(rule('Tasks from a hub over HTTP. What a hub has to answer is in docs/hub.md.', 'C21')),
  url: z
    .string(urlNeeds)
    .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#@]+([/?#]\S*)?$/, urlNeeds)
    .refine(isPlainUrl, urlNeeds)
    .meta(
      rule(
        'Where the hub is; `/v1/snapshot` and `/v1/receipts` are added. Never with a user name or password in it.',
        'C22',
      ),
    ),
  tokenEnv: variable
    .optional()
    .meta(
      rule(
        'Name of the environment variable that holds its token, where VS Code or `signalbox serve` is started.',
        'C22',
      ),
    ),
  tokenFile: text
    .optional()
    .meta(
      rule(
        'File that holds its token, for you alone (`chmod 600`): absolute, from your home (`~/...`), or relative to the workspace. Read each time. Not both.',
        'C22',
      ),
    ),
});
const source = z.discriminatedUnion(
  'kind',
  [
    strictObject({
      kind: z
        .literal('workspace')
        .meta(rule('Tasks typed in VS Code or added by `signalbox task add`.', 'C21')),
    }),
    strictObject({
      kind: z.literal('file').meta(rule('Tasks from the files in `.signalbox/tasks`.', 'C21')),
    }),
    hubSource,
  ],
  kinds('an object {kind, ...}', 'one of "workspace", "file", "hub"'),
);

const byName = <T extends z.ZodType>(item: T, what: string) =>
  z.record(name, item, needs(`an object from a name to ${what}`));

export const configurationSchema = strictObject({
  $schema: z.string(needs('a text')).optional().meta(rule('For editors; Signalbox does not read it.', 'C21')),
  repos: byName(text, 'a path')
    .refine((repos) => Object.keys(repos).length > 0, needs('an object with at least one repo'))
    .optional()
    .meta(
      rule(
        'The repos that get work: name -> path, relative to the workspace or absolute. Default: the name of the ' +
          'workspace folder -> ".".',
        'C1',
      ),
    ),
  workers: byName(worker, 'an object {repos, transport, options}')
    .default({})
    .meta(
      rule(
        'Who may do the work: id -> {repos, transport, options}. Each repo also has a `poll` worker of its own name, ' +
          'unless a worker of that id is here. Commands and panes wait for confirmation.',
        'C6',
      ),
    ),
  sources: byName(source, 'an object {kind, ...}')
    .default({ workspace: { kind: 'workspace' }, file: { kind: 'file' } })
    .meta(
      rule(
        'Where tasks come from: name -> {kind, ...}, in order of precedence. Given, it replaces the default as a ' +
          'whole. Hubs wait for confirmation.',
        'C4',
      ),
    ),
  allow: list(oneOf(allowableClasses), 'action classes', 0, allowableClasses.length)
    .default([])
    .meta(rule('Action classes that do not stop a task. Waits for confirmation.', 'C15')),
  policyProfile: oneOf(['standard', 'strict'])
    .default('standard')
    .meta(
      rule(
        '`strict` refuses a non-empty `allow`, `adoptInProgress`, `workerTasks` and `dirtyTree: "continue"`. Waits ' +
          'for confirmation.',
        'C21',
      ),
    ),
  maxAttempts: whole(1, 9)
    .default(5)
    .meta(
      rule('Failed sends of one lease, unanswered offers of one worker, lost leases of one trigger.', 'C10'),
    ),
  retryBackoff: list(seconds, 'numbers of seconds', 1, 32)
    .default([5, 15, 60, 300])
    .meta(rule('Seconds before each further send; the last one repeats.', 'C10')),
  tick: seconds.default(15).meta(rule('Seconds between two looks at everything.', 'C4')),
  offerTimeout: seconds.default(30).meta(rule('Seconds in which an offer has to be acknowledged.', 'C11')),
  leaseTtl: seconds.default(600).meta(rule('Seconds that a lease lasts without a renewal.', 'C12')),
  restartGrace: seconds
    .default(120)
    .meta(rule('Seconds that a running lease has at least after a restart.', 'C16')),
  maxSilence: seconds
    .default(3600)
    .meta(rule('Seconds after which a quiet holder loses its lease though its process lives.', 'C13')),
  maxContinuations: whole(0, 1000)
    .default(20)
    .meta(rule('Checkpoints in a row by which one task may go on.', 'C17')),
  timeout: seconds
    .default(10)
    .meta(rule('Seconds that one look at a source, or one delivery to it, may take.', 'C4')),
  adoptInProgress: flag
    .default(false)
    .meta(rule('Start tasks that were first seen as `progress`. Waits for confirmation.', 'C1')),
  workerTasks: flag
    .default(false)
    .meta(rule('Tasks that workers add may start without a person. Waits for confirmation.', 'W7')),
  dirtyTree: oneOf(['ask', 'continue'])
    .default('ask')
    .meta(
      rule(
        'When a lost worker left uncommitted changes: ask a person, or continue. Waits for confirmation.',
        'C14',
      ),
    ),
});

/** The file as it was checked, defaults filled in, durations in seconds. */
export type ConfigurationFile = z.output<typeof configurationSchema>;

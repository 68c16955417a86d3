import assert from 'node:assert/strict';
import { parseConfiguration } from '../../src/configuration/parseConfiguration.ts';

function problemsOf(text: string): string[] {
  const parsed = parseConfiguration(text, { rootName: 'app' });
  return parsed.ok ? [] : parsed.error.map(({ message }) => message.replace(/^line \d+, column \d+: /, ''));
}

const wholeAttempts = 'must be a whole number from 1 to 9';
const seconds = 'must be a number of seconds above 0, at least 0.001 and at most 604800';
const url = 'must be a URL that begins with http:// or https:// and holds no user name or password';
const nameRule =
  'a name of 1 to 64 letters, digits, ".", "_" or "-" that begins with a letter or digit and is not a number';
const hub = (address: string) => `{"sources": {"hub": {"kind": "hub", "url": ${JSON.stringify(address)}}}}`;
const command = (options: string) =>
  `{"workers": {"ci": {"repos": ["app"], "transport": "command", "options": ${options}}}}`;

const refusals: [what: string, text: string, ...problems: string[]][] = [
  [
    'text that is not JSON',
    '{"tick" 1}',
    'this is not JSON (colon expected): correct it here or just before.',
  ],
  ['an empty file', '', 'the file is empty: write {} into it, or delete it.'],
  ['a list', '[]', 'the configuration is an empty list, but must be an object: correct it.'],
  ...['0', '10', '2.5', '-1'].map((value): [string, string, string] => [
    `maxAttempts ${value}`,
    `{"maxAttempts": ${value}}`,
    `maxAttempts is a number, but ${wholeAttempts}: correct it.`,
  ]),
  [
    'maxAttempts true',
    '{"maxAttempts": true}',
    `maxAttempts is a boolean, but ${wholeAttempts}: correct it.`,
  ],
  [
    'a time that is NaN',
    '{"tick": NaN}',
    'tick is NaN, a number that JSON does not know: write a finite number.',
  ],
  [
    'a time that is infinite',
    '{"offerTimeout": 1e999}',
    `offerTimeout is a number (Infinity), but ${seconds}: correct it.`,
  ],
  ...['tick', 'offerTimeout', 'leaseTtl', 'restartGrace', 'maxSilence', 'timeout'].flatMap((key) =>
    ['0', '-1', '-0.0'].map((value): [string, string, string] => [
      `${key} ${value}`,
      `{"${key}": ${value}}`,
      `${key} is a number, but ${seconds}: correct it.`,
    ]),
  ),
  [
    'a time beyond what timers can do',
    '{"leaseTtl": 2592000}',
    `leaseTtl is a number, but ${seconds}: correct it.`,
  ],
  ['a time as text', '{"tick": "15"}', `tick is a text, but ${seconds}: correct it.`],
  [
    'an empty retryBackoff',
    '{"retryBackoff": []}',
    'retryBackoff is an empty list, but must be a list of 1 to 32 numbers of seconds: correct it.',
  ],
  [
    'a retryBackoff of zero',
    '{"retryBackoff": [5, 0]}',
    `retryBackoff[1] is a number, but ${seconds}: correct it.`,
  ],
  [
    'another policyProfile',
    '{"policyProfile": "unsafe"}',
    'policyProfile is a text, but must be one of "standard", "strict": correct it.',
  ],
  ...[
    'https://me:secret@hub.example/',
    'https://me@hub.example/',
    'https://@hub.example/',
    'https://:x@hub.example/',
    'https:\\\\me:secret@hub.example/',
    'ftp://hub.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'hub.example',
    'https://',
    'http://hub example/',
    ' https://hub.example/',
    '',
  ].map((address): [string, string, string] => [
    `the URL ${JSON.stringify(address)}`,
    hub(address),
    `sources.hub.url is ${address === '' ? 'an empty text' : 'a text'}, but ${url}: correct it.`,
  ]),
  [
    'a hub without a URL',
    '{"sources": {"hub": {"kind": "hub"}}}',
    `sources.hub.url is missing: write ${url.replace('must be ', '')}.`,
  ],
  [
    'a hub with two tokens',
    '{"sources": {"hub": {"kind": "hub", "url": "http://h/", "tokenEnv": "A", "tokenFile": "b"}}}',
    'sources.hub has both tokenEnv and tokenFile: keep one of them.',
  ],
  ...['external_publish', 'secrets', 'destructive', 'payment', 'other'].map(
    (name): [string, string, string] => [
      `allow ["${name}"]`,
      `{"allow": ["${name}"]}`,
      'allow[0] is a text, but must be one of "network", "install_dependency", "schema_migration", "release_tag": correct it.',
    ],
  ),
  ['an unknown key', '{"maxAttemps": 5}', 'maxAttemps is not a known key: did you mean maxAttempts?'],
  [
    'unknown keys far down, each with its own hint',
    '{"workers": {"a": {"repos": ["app"], "option": {}, "colour": 1}}}',
    'workers.a.option is not a known key: did you mean options?',
    'workers.a.colour is not a known key: remove it, or use one of repos, transport, options.',
  ],
  [
    'an option that the transport does not know',
    '{"workers": {"a": {"repos": ["app"], "options": {"command": ["x"]}}}}',
    'workers.a.options.command is not a known key: remove it, there are none here.',
  ],
  [
    'a worker given twice',
    '{"workers": {"a": {"repos": ["app"]}, "a": {"repos": ["app"]}}}',
    'workers.a is given twice: keep one of them.',
  ],
  ['a repo given twice', '{"repos": {"a": ".", "a": "b"}}', 'repos.a is given twice: keep one of them.'],
  ['a key given twice', '{"tick": 1, "tick": 2}', 'tick is given twice: keep one of them.'],
  [
    'one folder under two names',
    '{"repos": {"a": ".", "b": "sub/..", "c": "../app"}}',
    'repos.b is the same folder as repos.a: keep one of them.',
    'repos.c is the same folder as repos.a: keep one of them.',
  ],
  [
    'no repo at all',
    '{"repos": {}}',
    'repos is an object, but must be an object with at least one repo: correct it.',
  ],
  [
    'a path with control characters',
    '{"repos": {"a": "b\\u0000"}}',
    'repos.a is a text, but must be a text without control characters that is not empty: correct it.',
  ],
  ...['12', '-x', 'a b', '../x', 'a/b', '', 'ü', 'x'.repeat(65), 'a\\n'].map(
    (name): [string, string, string] => [
      `the repo name "${name}"`,
      `{"repos": {"${name}": "."}}`,
      `${/^[\w-]+$/.test(name) ? `repos.${name}` : `repos["${name}"]`} is not a name that can be used: write ${nameRule}.`,
    ],
  ),
  [
    'the worker name "12"',
    '{"workers": {"12": {"repos": ["app"]}}}',
    `workers.12 is not a name that can be used: write ${nameRule}.`,
  ],
  [
    'a worker of a repo that is not configured',
    '{"workers": {"a": {"repos": ["ap", "other"]}}}',
    'workers.a.repos[0] is no configured repo: add it to repos, or did you mean app?',
    'workers.a.repos[1] is no configured repo: add it to repos, or use one of app.',
  ],
  [
    'a worker that names a repo twice',
    '{"workers": {"a": {"repos": ["app", "app"]}}}',
    'workers.a.repos[1] is given twice: remove it.',
  ],
  [
    'a worker without repos',
    '{"workers": {"a": {"repos": []}, "b": {}}}',
    'workers.a.repos is an empty list, but must be a list of 1 to 64 repo names: correct it.',
    'workers.b.repos is missing: write a list of 1 to 64 repo names.',
  ],
  [
    'another transport',
    '{"workers": {"a": {"repos": ["app"], "transport": "mail"}}}',
    'workers.a.transport is a text, but must be one of "poll", "command", "tmux", "terminal": correct it.',
  ],
  [
    'a command worker without a command',
    '{"workers": {"a": {"repos": ["app"], "transport": "command"}}}',
    'workers.a.options is missing: write an object {command, env}.',
  ],
  [
    'an empty command',
    command('{"command": []}'),
    'workers.ci.options.command is an empty list, but must be a list of 1 to 256 texts, the program and its arguments: correct it.',
  ],
  [
    'a command as one text',
    command('{"command": "npm test"}'),
    'workers.ci.options.command is a text, but must be a list of 1 to 256 texts, the program and its arguments: correct it.',
  ],
  [
    'a command that names no program',
    command('{"command": ["", "x"]}'),
    'workers.ci.options.command is a list, but must be a list that begins with the name of a program: correct it.',
  ],
  [
    'values where names of environment variables belong',
    command('{"command": ["x"], "env": ["TOKEN=abc"]}'),
    'workers.ci.options.env[0] is a text, but must be the name of an environment variable: correct it.',
  ],
  [
    'a pane that tmux would take for an option',
    '{"workers": {"a": {"repos": ["app"], "transport": "tmux", "options": {"pane": "-x"}}}}',
    'workers.a.options.pane is a text, but must be a tmux pane such as "%3" or "work:1.0": correct it.',
  ],
  [
    'another kind of source',
    '{"sources": {"a": {"kind": "mail"}}}',
    'sources.a.kind is a text, but must be one of "workspace", "file", "hub": correct it.',
  ],
  [
    'a workspace source under another name, and another source under its name',
    '{"sources": {"mine": {"kind": "workspace"}, "workspace": {"kind": "file"}}}',
    'sources.mine does not fit: the source of kind "workspace", and no other, is named workspace.',
    'sources.workspace does not fit: the source of kind "workspace", and no other, is named workspace.',
  ],
  [
    'two sources of the same files',
    '{"sources": {"a": {"kind": "file"}, "b": {"kind": "file"}}}',
    'sources.b is a second source of kind "file": keep one of them.',
  ],
  [
    'all that strict does not permit',
    '{"policyProfile": "strict", "allow": ["network"], "adoptInProgress": true, "workerTasks": true, "dirtyTree": "continue"}',
    ...['allow', 'adoptInProgress', 'workerTasks', 'dirtyTree'].map(
      (key) => `${key} is refused by policyProfile "strict": remove it, or choose "standard".`,
    ),
  ],
  [
    'several faults at once',
    '{"tick": 0, "maxAttempts": null}',
    `maxAttempts is null, but ${wholeAttempts}: correct it.`,
    `tick is a number, but ${seconds}: correct it.`,
  ],
];

describe('parseConfiguration refuses', () => {
  for (const [what, text, ...problems] of refusals) {
    it(`C21: ${what}`, () => assert.deepEqual(problemsOf(text), problems));
  }

  it('C21: without a word of the value, which may be secret', () => {
    assert.doesNotMatch(problemsOf(hub('https://me:hunter2@hub.example/')).join(), /hunter2|hub\.example/);
  });

  it('C21: and strict accepts what it does permit', () => {
    const text = '{"policyProfile": "strict", "allow": [], "workerTasks": false, "dirtyTree": "ask"}';
    assert.deepEqual(problemsOf(text), []);
  });
});

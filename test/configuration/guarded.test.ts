import assert from 'node:assert/strict';
import { guardedDigest, withholdUnconfirmed } from '../../src/configuration/guarded.ts';
import { checkConfiguration, defaultSettings } from '../../src/configuration/parseConfiguration.ts';
import type { Settings } from '../../src/core/model/settings.ts';

function settingsOf(file: object): Settings {
  const checked = checkConfiguration(file, { rootName: 'app' });
  assert.ok(checked.ok, JSON.stringify(checked));
  return checked.value;
}

const commandWorker = (command: string[], repos = ['app']) => ({
  repos,
  transport: 'command',
  options: { command },
});
const workspace = { workspace: { kind: 'workspace' } };
const defaults = defaultSettings('app');

/** Each way of asking for more than the defaults, and what is said of it. */
const asked: [what: string, file: object, change: string][] = [
  ['an allowed class', { allow: ['release_tag', 'network'] }, 'allow: nothing -> network, release_tag'],
  ['the policy profile', { policyProfile: 'strict' }, 'policyProfile: standard -> strict'],
  ['adoption of work in progress', { adoptInProgress: true }, 'adoptInProgress: false -> true'],
  ['tasks of workers', { workerTasks: true }, 'workerTasks: false -> true'],
  ['going on with a dirty tree', { dirtyTree: 'continue' }, 'dirtyTree: ask -> continue'],
  [
    'a command',
    { workers: { ci: commandWorker(['npm', 'test']) } },
    'workers.ci: not there -> command {command: 2}',
  ],
  [
    'a command for a terminal',
    { workers: { ci: { ...commandWorker(['bash', 'ci.sh']), transport: 'terminal' as const } } },
    'workers.ci: not there -> terminal {command: 2}',
  ],
  [
    'a pane',
    { workers: { p: { repos: ['app'], transport: 'tmux', options: { pane: '%1' } } } },
    'workers.p: not there -> tmux {pane}',
  ],
  [
    'a URL and a token file',
    { sources: { ...workspace, hub: { kind: 'hub', url: 'https://hub/', tokenFile: 'token' } } },
    'sources.hub: not there -> hub {url, tokenFile}',
  ],
];

describe('withholdUnconfirmed', () => {
  it('C22: the defaults need no confirmation', () => {
    assert.deepEqual(withholdUnconfirmed(defaults, null), { settings: defaults, pending: null });
  });

  it('C22: what guards nothing needs no confirmation', () => {
    const settings = settingsOf({
      repos: { app: '.', web: 'web' },
      workers: { claude: { repos: ['web'], transport: 'terminal', options: { agent: 'claude' } } },
      sources: { file: { kind: 'file' } },
      ...{ maxAttempts: 1, retryBackoff: [1], tick: 1, offerTimeout: 1, leaseTtl: 1, restartGrace: 1 },
      ...{ maxSilence: 1, maxContinuations: 1, timeout: 1 },
    });
    assert.deepEqual(withholdUnconfirmed(settings, null), { settings, pending: null });
  });

  for (const [what, file, change] of asked) {
    it(`C22: the first configuration with ${what} waits, and the safest holds`, () => {
      const settings = settingsOf(file);
      const withheld = withholdUnconfirmed(settings, null);
      assert.deepEqual(withheld.pending, { digest: guardedDigest(settings), changes: [change] });
      assert.deepEqual(withheld.settings, {
        ...defaults,
        sources: defaults.sources.filter(({ name }) =>
          settings.sources.some((source) => source.name === name),
        ),
        policyProfile: 'strict',
      });
    });

    it(`C22: ${what} holds once it is confirmed`, () => {
      const settings = settingsOf(file);
      assert.deepEqual(withholdUnconfirmed(settings, guardedDigest(settings)), { settings, pending: null });
    });

    it(`C22: taking ${what} back gains nothing and holds at once`, () => {
      const settings = settingsOf(file);
      const withheld = withholdUnconfirmed(defaults, guardedDigest(settings), settings);
      assert.deepEqual(withheld, { settings: defaults, pending: null });
    });
  }

  it('C22: what is not guarded holds at once beside what waits', () => {
    const { settings } = withholdUnconfirmed(
      settingsOf({ workerTasks: true, tick: 1, repos: { b: 'b' } }),
      null,
    );
    assert.deepEqual(settings, {
      ...defaults,
      repos: [{ slug: 'b', path: 'b' }],
      workers: [{ id: 'b', repos: ['b'], transport: 'poll', options: {} }],
      tickMs: 1_000,
      policyProfile: 'strict',
    });
  });

  it('C22: the guarded values last in force go on while a change of them waits', () => {
    const confirmed = settingsOf({
      repos: { app: '.', web: 'web' },
      allow: ['network'],
      workers: {
        ci: commandWorker(['npm', 'test'], ['app', 'web']),
        old: commandWorker(['old'], ['web']),
        web: commandWorker(['web'], ['app']),
      },
      sources: { hub: { kind: 'hub', url: 'https://hub/' }, ...workspace },
    });
    const edited = settingsOf({
      allow: ['network', 'release_tag'],
      tick: 3,
      workers: {
        evil: commandWorker(['evil']),
        ci: commandWorker(['npm', 'evil']),
        web: { repos: ['app'] },
      },
      sources: { ...workspace, hub: { kind: 'hub', url: 'https://evil/' }, file: { kind: 'file' } },
    });
    const { settings, pending } = withholdUnconfirmed(edited, guardedDigest(confirmed), confirmed);
    assert.deepEqual(settings, {
      ...edited,
      allow: ['network'],
      workers: [
        { id: 'ci', repos: ['app'], transport: 'command', options: { command: ['npm', 'test'] } },
        { id: 'web', repos: ['app'], transport: 'command', options: { command: ['web'] } },
        { id: 'app', repos: ['app'], transport: 'poll', options: {} },
      ],
      sources: [
        { name: 'workspace', kind: 'workspace', options: {} },
        { name: 'hub', kind: 'hub', options: { url: 'https://hub/' } },
        { name: 'file', kind: 'file', options: {} },
      ],
    });
    assert.deepEqual(pending, {
      digest: guardedDigest(edited),
      changes: [
        'allow: network -> network, release_tag',
        'workers.ci: command {command: 2} -> command {command: 2}, changed',
        'workers.old: command {command: 1} -> not there',
        'workers.web: command {command: 1} -> not there',
        'sources.hub: hub {url} -> hub {url}, changed',
        'workers.evil: not there -> command {command: 1}',
      ],
    });
  });

  it('C22: what waits is told without a word of the values', () => {
    const file = {
      workers: {
        ci: { ...commandWorker(['curl', 'hunter2']), options: { command: ['hunter2'], env: ['HUNTER2'] } },
      },
      sources: { ...workspace, hub: { kind: 'hub', url: 'https://hunter2/', tokenFile: '/hunter2' } },
    };
    const { pending } = withholdUnconfirmed(settingsOf(file), null);
    assert.equal(pending?.changes.length, 2);
    assert.doesNotMatch(pending.changes.join(), /hunter2/i);
  });
});

describe('guardedDigest', () => {
  it('C22: is the same whatever the order of keys and classes', () => {
    const one = settingsOf({
      allow: ['network', 'release_tag'],
      workers: {
        a: { repos: ['app'], transport: 'command', options: { command: ['a', 'b'], env: ['X'] } },
        b: commandWorker(['b']),
      },
    });
    const other = settingsOf({
      workers: {
        b: commandWorker(['b']),
        a: { options: { env: ['X'], command: ['a', 'b'] }, transport: 'command', repos: ['app'] },
      },
      tick: 3,
      allow: ['release_tag', 'network'],
    });
    assert.equal(guardedDigest(one), guardedDigest(other));
    assert.match(guardedDigest(one), /^[0-9a-f]{64}$/);
  });

  it('C22: differs when the words of a command change places', () => {
    const digest = (command: string[]) =>
      guardedDigest(settingsOf({ workers: { a: commandWorker(command) } }));
    assert.notEqual(digest(['a', 'b']), digest(['b', 'a']));
    assert.notEqual(digest(['a b']), digest(['a', 'b']));
  });
});

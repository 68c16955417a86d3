import assert from 'node:assert/strict';
import {
  checkConfiguration,
  defaultSettings,
  parseConfiguration,
} from '../../src/configuration/parseConfiguration.ts';
import type { Settings } from '../../src/core/model/settings.ts';

const context = { rootName: 'app' };

function settingsOf(text: string, rootName = 'app'): Settings {
  const parsed = parseConfiguration(text, { rootName });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

const defaults = {
  repos: [{ slug: 'app', path: '.' }],
  workers: [{ id: 'app', repos: ['app'], transport: 'poll', options: {} }],
  sources: [
    { name: 'workspace', kind: 'workspace', options: {} },
    { name: 'file', kind: 'file', options: {} },
  ],
  allow: [],
  policyProfile: 'standard',
  maxAttempts: 5,
  retryBackoffMs: [5_000, 15_000, 60_000, 300_000],
  tickMs: 15_000,
  offerTimeoutMs: 30_000,
  leaseTtlMs: 600_000,
  restartGraceMs: 120_000,
  maxSilenceMs: 3_600_000,
  maxContinuations: 20,
  timeoutMs: 10_000,
  adoptInProgress: false,
  workerTasks: false,
  dirtyTree: 'ask',
  canDispatch: true,
};

describe('parseConfiguration', () => {
  it('C21: an empty object gives the defaults', () => {
    assert.deepEqual(settingsOf('{}'), defaults);
    assert.deepEqual(defaultSettings('app'), defaults);
  });

  it('C21: everything can be said, with comments, and seconds become milliseconds', () => {
    const text = `{
      "$schema": "x.json", // for editors
      "repos": {"web": "web", "api": "../api"},
      "workers": {
        "ci": {"repos": ["api", "web"], "transport": "command", "options": {"command": ["npm", "test", ""], "env": ["CI"]}},
        "web": {"repos": ["web"]}, /* poll */
        "pane": {"repos": ["web"], "transport": "tmux", "options": {"pane": "%3"}},
        "claude-1": {"repos": ["web"], "transport": "terminal", "options": {"agent": "claude"}},
      },
      "sources": {
        "hub": {"kind": "hub", "url": "https://hub.example:8080/a?b=c@d", "tokenEnv": "HUB_TOKEN"},
        "workspace": {"kind": "workspace"},
      },
      "allow": ["network"], "policyProfile": "standard", "maxAttempts": 9, "retryBackoff": [0.5, 2],
      "tick": 1, "offerTimeout": 2, "leaseTtl": 3, "restartGrace": 4, "maxSilence": 5, "timeout": 6,
      "maxContinuations": 0, "adoptInProgress": true, "workerTasks": true, "dirtyTree": "continue"
    }`;
    assert.deepEqual(settingsOf(text), {
      repos: [
        { slug: 'web', path: 'web' },
        { slug: 'api', path: '../api' },
      ],
      workers: [
        {
          id: 'ci',
          repos: ['api', 'web'],
          transport: 'command',
          options: { command: ['npm', 'test', ''], env: ['CI'] },
        },
        { id: 'web', repos: ['web'], transport: 'poll', options: {} },
        { id: 'pane', repos: ['web'], transport: 'tmux', options: { pane: '%3' } },
        { id: 'claude-1', repos: ['web'], transport: 'terminal', options: { agent: 'claude' } },
        { id: 'api', repos: ['api'], transport: 'poll', options: {} },
      ],
      sources: [
        {
          name: 'hub',
          kind: 'hub',
          options: { url: 'https://hub.example:8080/a?b=c@d', tokenEnv: 'HUB_TOKEN' },
        },
        { name: 'workspace', kind: 'workspace', options: {} },
      ],
      allow: ['network'],
      policyProfile: 'standard',
      maxAttempts: 9,
      retryBackoffMs: [500, 2_000],
      tickMs: 1_000,
      offerTimeoutMs: 2_000,
      leaseTtlMs: 3_000,
      restartGraceMs: 4_000,
      maxSilenceMs: 5_000,
      maxContinuations: 0,
      timeoutMs: 6_000,
      adoptInProgress: true,
      workerTasks: true,
      dirtyTree: 'continue',
      canDispatch: true,
    });
  });

  it('C21: the default repo is called after the folder, as near as a name can be', () => {
    const slugOf = (rootName: string) => settingsOf('{}', rootName).repos[0]?.slug;
    assert.equal(slugOf('My app (2)'), 'My-app-2');
    assert.equal(slugOf('2024'), 'repo-2024');
    assert.equal(slugOf('.dotfiles'), 'dotfiles');
    assert.equal(slugOf('🚀'), 'root');
    assert.equal(slugOf(''), 'root');
    assert.equal(slugOf('x'.repeat(300)), 'x'.repeat(64));
    assert.equal(slugOf('message'), 'message');
  });

  it('C21: a problem tells its key, line and column', () => {
    const parsed = parseConfiguration('{\n  // why\n  "maxAttempts": 10\n}', context);
    assert.deepEqual(parsed, {
      ok: false,
      error: [
        {
          path: 'maxAttempts',
          message:
            'line 3, column 3: maxAttempts is a number, but must be a whole number from 1 to 9: correct it.',
          line: 3,
          column: 3,
        },
      ],
    });
  });

  it('C21: a value that is already read is checked the same way', () => {
    assert.deepEqual(checkConfiguration({ tick: Number.NaN, maxAttempts: true }, context), {
      ok: false,
      error: [
        {
          path: 'maxAttempts',
          message: 'maxAttempts is a boolean, but must be a whole number from 1 to 9: correct it.',
          line: null,
          column: null,
        },
        {
          path: 'tick',
          message:
            'tick is a number (NaN), but must be a number of seconds above 0, at least 0.001 and at most 604800: correct it.',
          line: null,
          column: null,
        },
      ],
    });
    assert.deepEqual(checkConfiguration({}, context), { ok: true, value: defaults });
  });
});

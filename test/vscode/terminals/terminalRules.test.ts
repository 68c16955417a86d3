import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { launchPresets } from '../../../src/agents/launchLines.ts';
import type { WorkerView } from '../../../src/protocol/views.ts';
import { findTerminal } from '../../../src/vscode/terminals/findTerminal.ts';
import { isTypeable, launchLine } from '../../../src/vscode/terminals/launchLine.ts';
import { typedSince } from '../../../src/vscode/terminals/typedSince.ts';
import { workerChoices } from '../../../src/vscode/terminals/workerChoices.ts';
import { configuredId, freeWorkerId } from '../../../src/vscode/terminals/workerId.ts';
import { settingsWith } from '../../kit/settings.ts';
import { agentPid, FakeTerminal, shellPid } from '../../kit/windowTerminals.ts';

const view = (id: string, more: Partial<WorkerView> = {}): WorkerView => ({
  ...{ id, repos: ['demo'], transport: 'poll', is_skipped: false, idle_since_at: null },
  ...{ presence: 'unknown', pid: null, lease_id: null },
  ...more,
});

describe('the id of a worker that is started', () => {
  it('is its own: the first that nobody has, here or elsewhere', () => {
    assert.equal(freeWorkerId('demo', [view('demo')], []), 'demo-2');
    assert.equal(freeWorkerId('demo', [view('demo-2'), view('demo-4')], ['demo-3']), 'demo-5');
    assert.equal(freeWorkerId('d'.repeat(64), [], []).length, 58);
  });

  it('is free again when its process has ended and it has no lease', () => {
    const gone = view('demo-2', { presence: 'absent' });
    assert.equal(freeWorkerId('demo', [gone], []), 'demo-2');
    assert.equal(freeWorkerId('demo', [{ ...gone, lease_id: 'l' }], []), 'demo-3');
  });

  it('is the one of the configuration, unless that worker is there', () => {
    assert.equal(configuredId('claude-1', [view('claude-1')], []), 'claude-1');
    assert.equal(configuredId('claude-1', [view('claude-1', { presence: 'present' })], []), 'claude-1-2');
    assert.equal(configuredId('claude-1', [view('claude-1')], ['claude-1']), 'claude-1-2');
  });
});

describe('what can be started', () => {
  const worker = (id: string, transport: 'terminal' | 'poll', options: object) => ({
    ...{ id: id as never, repos: ['web' as never], transport },
    options: options as Record<string, unknown>,
  });
  const settings = settingsWith({
    repos: [{ slug: 'web' as never, path: '.' }],
    workers: [
      worker('claude-1', 'terminal', { agent: 'claude' }),
      worker('script', 'terminal', { command: ['bash', 'it.sh'] }),
      worker('plain', 'terminal', {}),
      worker('odd', 'terminal', { agent: 'nobody' }),
      worker('web', 'poll', {}),
    ],
  });

  it('is what the configuration has for terminals, a shell, and the agents that are known', () => {
    const { choices, unknown } = workerChoices(settings);
    assert.deepEqual(unknown, [{ worker: 'odd', agent: 'nobody' }]);
    assert.deepEqual(
      choices.slice(0, 5).map(({ label, worker: id, command }) => [label, id, command]),
      [
        ['claude-1', 'claude-1', ['claude', 'signalbox guide']],
        ['script', 'script', ['bash', 'it.sh']],
        ['plain', 'plain', null],
        ['Shell', null, null],
        ['Claude Code', null, ['claude', 'signalbox guide']],
      ],
    );
    assert.equal(choices.length, 4 + launchPresets.size);
  });
});

describe('the launch line', () => {
  it('is what a shell reads as the same words', () => {
    const words = ['', 'two words', `it's`, '$HOME', '"', '\\', '`x`', 'plain-1.sh'];
    const line = launchLine(['printf', '%s\\n', ...words], 'linux');
    assert.deepEqual(
      execFileSync('bash', ['-c', line], { encoding: 'utf8' }).split('\n').slice(0, -1),
      words,
    );
    assert.equal(launchLine(['claude', `it's 1`], 'win32'), `claude 'it''s 1'`);
  });

  it('is one line of visible characters', () => {
    assert.deepEqual(['claude x', 'a\nb', 'a\u001b'].map(isTypeable), [true, false, false]);
  });
});

describe('whether somebody has typed since', () => {
  it('is told to 8 s, and in doubt is yes, but for what Signalbox typed', () => {
    const at = 800_000;
    assert.equal(typedSince(at, at - 1, null), false);
    assert.equal(typedSince(at + 5_000, at, null), true);
    assert.equal(typedSince(at, at + 9_000, null), true);
    assert.equal(typedSince(at + 5_000, at, at + 1_000), false);
    assert.equal(typedSince(at + 5_000, at + 8_000, at + 7_000), false);
    assert.equal(typedSince(at + 5_000, at + 8_000, at + 1_000), true);
  });
});

describe('the terminal of a call', () => {
  const terminal = new FakeTerminal(() => 0);
  const table = { read: (pid: number) => terminal.process(pid) };

  it('W6: is found by the processes above it, by the nearest that lives', () => {
    const agent = { pid: agentPid, started_at: agentPid * 10 };
    assert.equal(findTerminal([{ pid: 9, started_at: 1 }, agent], [terminal], table), terminal);
    assert.equal(findTerminal([{ ...agent, started_at: 0 }], [terminal], table), terminal);
    assert.equal(findTerminal([agent], [], table), null);
  });

  it('is not found by a number that another process has by now', () => {
    assert.equal(findTerminal([{ pid: shellPid, started_at: 3 }], [terminal], table), null);
  });

  it('is found by the processes named alone where a look at others takes too long', () => {
    const shell = { pid: shellPid, started_at: 0 };
    assert.equal(findTerminal([{ pid: agentPid, started_at: 0 }], [terminal], null), null);
    assert.equal(findTerminal([{ pid: agentPid, started_at: 0 }, shell], [terminal], null), terminal);
  });
});

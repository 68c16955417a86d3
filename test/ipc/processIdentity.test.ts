import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Liveness, lookAtProcess, type ProcessWorld } from '../../src/ipc/lookAtProcess.ts';
import { startPresence } from '../../src/ipc/presence.ts';
import { lineage, processIdentity, processTable } from '../../src/ipc/processIdentity.ts';
import { parseCim, parsePs, parseStat } from '../../src/ipc/processTable.ts';
import { type ProcessFacts, programOf } from '../../src/ipc/programOf.ts';
import { badHelloField } from '../../src/protocol/hello.ts';
import { helloOf } from '../kit/hello.ts';

const factsOf = (pid: number, parent: number, startedAt: number, isEnded = false): ProcessFacts => ({
  pid,
  parent,
  startedAt,
  isEnded,
  name: `p${pid}`,
  script: null,
  isRun: false,
});
const tableOf = (...all: ProcessFacts[]) => ({
  read: (pid: number) => all.find((one) => one.pid === pid) ?? null,
});

describe('the identity of a process', () => {
  it('is this process with its ancestors, parent first, and fits hello', () => {
    const identity = processIdentity();
    assert.equal(identity.process.pid, process.pid);
    assert.equal(identity.ancestors[0]?.pid, process.ppid);
    assert.equal(badHelloField(helloOf(identity)), null);
  });

  it('is the same each time it is read', () => {
    assert.deepEqual(processIdentity(), processIdentity());
  });

  it('ends at 32 ancestors', () => {
    const all = Array.from({ length: 50 }, (_, index) => factsOf(index + 1, index, 1));
    const { ancestors } = lineage(tableOf(...all), 50);
    assert.deepEqual([ancestors.length, ancestors[0]?.pid, ancestors[31]?.pid], [32, 49, 18]);
  });

  it('ends before a parent that is gone, or that is younger than its child', () => {
    assert.deepEqual(lineage(tableOf(factsOf(9, 8, 5)), 9).ancestors, []);
    assert.deepEqual(lineage(tableOf(factsOf(9, 8, 5), factsOf(8, 1, 6)), 9).ancestors, []);
    assert.equal(lineage(tableOf(factsOf(9, 8, 5), factsOf(8, 0, 5)), 9).ancestors.length, 1);
  });

  it('is known by its number only where processes can’t be read', () => {
    const { self, ancestors } = lineage(tableOf(), 9);
    assert.deepEqual([self.pid, self.started_at, ancestors], [9, 0, []]);
  });
});

describe('reading processes', () => {
  it('Linux: a name with blanks and brackets does not shift the fields', () => {
    const fields = ['S', '41', ...Array.from({ length: 17 }, () => '0'), '1234', '0'];
    const facts = parseStat(42, `42 (tmux: (server) 1) ${fields.join(' ')}`, ['tmux']);
    assert.deepEqual([facts?.parent, facts?.startedAt, facts?.name], [41, 12_340, 'tmux: (server) 1']);
    assert.equal(parseStat(42, '42', []), null);
  });

  it('macOS: a line of ps', () => {
    assert.deepEqual(
      parsePs('  501   500 S+   Mon Nov  2 14:48:01 2026     /usr/local/bin/node /opt/bin/claude hi'),
      {
        pid: 501,
        parent: 500,
        startedAt: Date.UTC(2026, 10, 2, 14, 48, 1),
        isEnded: false,
        name: 'node',
        script: 'claude',
        isRun: false,
      },
    );
    assert.equal(parsePs('  PID  PPID'), null);
    assert.equal(parsePs(' 7 1 Z Mon Nov 12 14:48:01 2026 (node)')?.isEnded, true);
  });

  it('Windows: a line of its process list', () => {
    const facts = parseCim('12\t4\t1700000000000\tpwsh.exe');
    assert.deepEqual(
      [facts?.pid, facts?.parent, facts?.startedAt, facts?.name],
      [12, 4, 1_700_000_000_000, 'pwsh'],
    );
    assert.equal(parseCim(''), null);
  });

  const programs: [comm: string, words: string[], name: string, script: string | null, isRun: boolean][] = [
    ['claude', ['claude', 'my secret prompt'], 'claude', null, false],
    ['node', ['node', '/opt/lib/claude', '-p', 'secret'], 'node', 'claude', false],
    ['node', ['/usr/bin/node', '-e', 'secret code'], 'node', null, false],
    ['signalbox', ['/home/pat/.signalbox/bin/signalbox', 'run', '--', 'x'], 'signalbox', null, true],
    ['signalbox', ['signalbox', 'next'], 'signalbox', null, false],
    ['python3', ['python3.12', '/usr/bin/aider'], 'python3', 'aider', false],
    ['kthreadd', [''], 'kthreadd', null, false],
  ];
  for (const [comm, words, name, script, isRun] of programs) {
    it(`${words.join(' ')}: ${script ?? name}${isRun ? ', a run' : ''}`, () => {
      assert.deepEqual(programOf(comm, words), { name, script, isRun });
    });
  }
});

describe('C13: whether a process lives', () => {
  const worldOf = (given: Partial<ProcessWorld> & { gone?: string }): ProcessWorld => ({
    pidNamespace: 'pid:[1]',
    table: tableOf(factsOf(9, 1, 500)),
    probe: () => {
      if (given.gone !== undefined) throw Object.assign(new Error(given.gone), { code: given.gone });
    },
    ...given,
  });
  const cases: [
    what: string,
    reference: Parameters<typeof lookAtProcess>[0],
    world: ProcessWorld,
    is: Liveness,
  ][] = [
    ['the very one', { pid: 9, startedAt: 500 }, worldOf({}), 'alive'],
    ['another under its number', { pid: 9, startedAt: 400 }, worldOf({}), 'ended'],
    ['one whose start is not known', { pid: 9, startedAt: 0 }, worldOf({}), 'alive'],
    ['none under its number', { pid: 9, startedAt: 500 }, worldOf({ gone: 'ESRCH' }), 'ended'],
    ['another user’s', { pid: 9, startedAt: 500 }, worldOf({ gone: 'EPERM' }), 'alive'],
    ['a zombie', { pid: 9, startedAt: 500 }, worldOf({ table: tableOf(factsOf(9, 1, 500, true)) }), 'ended'],
    ['one that can’t be read', { pid: 9, startedAt: 500 }, worldOf({ table: tableOf() }), 'unknown'],
    ['one of another namespace', { pid: 9, startedAt: 500, pidNamespace: 'pid:[2]' }, worldOf({}), 'unknown'],
    ['one of this namespace', { pid: 9, startedAt: 500, pidNamespace: 'pid:[1]' }, worldOf({}), 'alive'],
    ['no number of a process', { pid: -1, startedAt: 500 }, worldOf({}), 'unknown'],
  ];
  for (const [what, reference, world, is] of cases) {
    it(`${what}: ${is}`, () => {
      assert.equal(lookAtProcess(reference, world), is);
    });
  }

  it('a real process is alive until it has ended', async () => {
    const presence = startPresence(() => performance.now());
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const startedAt = processTable(process.platform).read(child.pid!)!.startedAt;
    const reference = { pid: child.pid!, startedAt };
    assert.equal(presence.look(reference), 'alive');
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.equal(presence.look(reference), 'ended');
  });
});

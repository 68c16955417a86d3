import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandFailure } from '../../../src/cli/commandFailure.ts';
import { ownSession, sessionOf } from '../../../src/cli/sessions/ownSession.ts';
import { SessionStore, type StoredSession } from '../../../src/cli/sessions/sessionStore.ts';
import type { ProcessView } from '../../../src/protocol/hello.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { ORIGIN } from '../../kit/hello.ts';
import { temporaryFolders } from '../../kit/temporaryFolders.ts';

const sessionWith = (given: Partial<StoredSession> = {}): StoredSession => ({
  worker: 'api',
  session: null,
  process: { pid: 20, started_at: 5 },
  origin: ORIGIN,
  repo: 'api',
  task: 'workspace/1',
  lease: 'lease-1',
  epoch: '1.secret',
  ...given,
});
const processOf = (pid: number, name: string, script: string | null = null): ProcessView => {
  return { pid, started_at: 5, name, script, is_run: false };
};
const identityOf = (...ancestors: ProcessView[]) => {
  return { origin: ORIGIN, process: processOf(99, 'node', 'cli.cjs'), ancestors };
};
const wanted = (...ancestors: ProcessView[]) => {
  return { worker: undefined, session: undefined, identity: identityOf(...ancestors) };
};
const bash = processOf(20, 'bash');

describe('stored sessions', () => {
  const newFolder = temporaryFolders();
  const modeOf = (file: string) => statSync(file).mode & 0o777;

  for (const umask of [0o000, 0o077]) {
    it(`are for their user alone, under umask ${umask.toString(8)}`, () => {
      const root = newFolder();
      const before = process.umask(umask);
      try {
        new SessionStore(root).save(sessionWith(), Date.now());
      } finally {
        process.umask(before);
      }
      const folder = path.join(root, '.signalbox', 'state', 'sessions');
      assert.deepEqual(readdirSync(folder), ['api-20.json']);
      assert.deepEqual([modeOf(folder), modeOf(path.join(folder, 'api-20.json'))], [0o700, 0o600]);
    });
  }

  it('replace the one before of the same worker and process, and go when removed', () => {
    const store = new SessionStore(newFolder());
    store.save(sessionWith(), Date.now());
    store.save(sessionWith({ lease: 'lease-2' }), Date.now());
    assert.deepEqual(
      store.list().map(({ lease }) => lease),
      ['lease-2'],
    );
    store.remove(sessionWith());
    store.remove(sessionWith());
    assert.deepEqual(store.list(), []);
  });

  it('stay in their folder whatever the worker and the session are called', () => {
    const root = newFolder();
    const store = new SessionStore(root);
    const odd = [
      sessionWith({ worker: '../../x', session: '/etc/passwd' }),
      sessionWith({ worker: '..', session: '.' }),
      sessionWith({ worker: 'ü'.repeat(64), session: '🚂'.repeat(300) }),
    ];
    for (const session of odd) store.save(session, Date.now());
    assert.equal(store.list().length, 3);
    assert.equal(readdirSync(path.join(root, '.signalbox', 'state', 'sessions')).length, 3);
    assert.deepEqual(readdirSync(path.join(root, '.signalbox', 'state')), ['sessions']);
  });

  it('that nobody came back for in a week are forgotten', () => {
    const root = newFolder();
    const store = new SessionStore(root);
    store.save(sessionWith({ worker: 'old' }), Date.now());
    const file = path.join(root, '.signalbox', 'state', 'sessions', 'old-20.json');
    utimesSync(file, new Date(), new Date(Date.now() - 8 * 24 * 3_600_000));
    store.save(sessionWith(), Date.now());
    assert.deepEqual(
      store.list().map(({ worker }) => worker),
      ['api'],
    );
  });

  it('that are not whole say nothing', () => {
    const root = newFolder();
    const folder = path.join(root, '.signalbox', 'state', 'sessions');
    mkdirSync(folder, { recursive: true });
    for (const [at, text] of ['', '{', 'null', '{"format":2}', '{"format":1,"lease":1}'].entries()) {
      writeFileSync(path.join(folder, `x-${at}.json`), text);
    }
    assert.deepEqual(new SessionStore(root).list(), []);
  });
});

describe('the session of a caller', () => {
  it('is that of the nearest process above it that has one', () => {
    const outer = sessionWith({ worker: 'web', process: { pid: 10, started_at: 5 } });
    const stored = [outer, sessionWith()];
    assert.equal(ownSession(stored, wanted(bash, processOf(10, 'zsh')))?.worker, 'api');
    assert.equal(ownSession(stored, wanted(processOf(30, 'bash'), processOf(10, 'zsh')))?.worker, 'web');
    assert.equal(ownSession(stored, wanted(processOf(30, 'bash'))), null);
  });

  it('is not that of another process which got the same number later, or elsewhere', () => {
    const later = { ...bash, started_at: 6 };
    assert.equal(ownSession([sessionWith()], wanted(later)), null);
    const elsewhere = sessionWith({ origin: { ...ORIGIN, pid_namespace: 'pid:[2]' } });
    assert.equal(ownSession([elsewhere], wanted(bash)), null);
  });

  it("is its agent session's, from whatever process it calls", () => {
    const stored = [sessionWith({ session: 's1', process: { pid: 1, started_at: 1 } })];
    assert.equal(ownSession(stored, { ...wanted(bash), session: 's1' })?.lease, 'lease-1');
    assert.equal(ownSession(stored, { ...wanted(bash), session: 's2' }), null);
  });

  it('has to be told apart where one process is several workers', () => {
    const stored = [sessionWith(), sessionWith({ worker: 'web' })];
    assert.throws(
      () => ownSession(stored, wanted(bash)),
      (failure: CommandFailure) => failure.exitCode === 2 && failure.next.includes('--worker: api, web'),
    );
    assert.equal(ownSession(stored, { ...wanted(bash), worker: 'web' })?.worker, 'web');
  });

  const grant = {
    lease: leaseViewOf({ worker: 'api', repo: 'api' }),
    epoch: '2.secret',
    deadline_at: 1,
    prompt: '',
    decisions: [],
  };

  it('is kept under the process that lives as long as the worker', () => {
    const passing = processOf(50, 'bash', '-c');
    const pidOf = (...ancestors: ProcessView[]) => sessionOf(grant, wanted(...ancestors)).process.pid;
    assert.equal(pidOf(passing, processOf(40, 'claude'), bash), 40);
    assert.equal(pidOf(bash, processOf(1, 'init')), 20);
    assert.equal(pidOf(passing, processOf(60, 'bash', 'night.sh'), processOf(1, 'init')), 60);
    assert.equal(pidOf(), 99);
  });
});

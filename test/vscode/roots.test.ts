import assert from 'node:assert/strict';
import { deferred } from '../../src/base/deferred.ts';
import { type Event, Emitter } from '../../src/base/emitter.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import type { LeaseView } from '../../src/protocol/views.ts';
import type { CoordinatorClient } from '../../src/vscode/coordinatorClient.ts';
import { phaseOf, type WindowFacts } from '../../src/vscode/phase.ts';
import { type OpenRoot, Roots } from '../../src/vscode/roots.ts';
import { hostOf } from '../kit/hostOfRoot.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

/** A root that notes what is done with it. */
class FakeRoot implements OpenRoot {
  readonly path: string;
  readonly log: string[];
  readonly changes = new Emitter<void>(assert.ifError);
  leases = new Map<string, LeaseView>();
  isConnected = false;
  problem: ProtocolError | null = null;
  readonly host = hostOf({});
  ended = Promise.resolve();

  constructor(path: string, log: string[] = []) {
    this.path = path;
    this.log = log;
    log.push(`open ${path}`);
  }

  get client(): CoordinatorClient {
    const { leases, isConnected } = this;
    return { leases, isConnected } as unknown as CoordinatorClient;
  }

  get onChange(): Event<void> {
    return this.changes.event;
  }

  start(): void {
    this.log.push(`start ${this.path}`);
  }

  async stop(): Promise<void> {
    this.log.push(`stop ${this.path}`);
    await this.ended;
    this.log.push(`ended ${this.path}`);
  }
}

describe('the roots of a window', () => {
  const rootsOf = (): { roots: Roots; opened: FakeRoot[]; log: string[] } => {
    const log: string[] = [];
    const opened: FakeRoot[] = [];
    const open = (path: string): OpenRoot => {
      opened.push(new FakeRoot(path, log));
      return opened.at(-1)!;
    };
    return { roots: new Roots(open, assert.ifError), opened, log };
  };

  it('opens what is new, ends what is gone and leaves the others alone', () => {
    const { roots, log } = rootsOf();
    roots.keep(['/a', '/b', '/b']);
    roots.keep(['/b', '/c']);
    assert.deepEqual(log, [
      ...['open /a', 'start /a', 'open /b', 'start /b'],
      ...['stop /a', 'open /c', 'start /c'],
    ]);
  });

  it('have stopped once all have ended, also those that went before', async () => {
    const { roots, opened, log } = rootsOf();
    roots.keep(['/a', '/b']);
    const end = deferred<undefined>();
    opened[0]!.ended = end.promise.then();
    roots.keep(['/b']);
    const stopped = roots.stop().then(() => log.push('all'));
    await new Promise(setImmediate);
    assert.deepEqual(log.slice(4), ['stop /a', 'stop /b', 'ended /b']);
    end.resolve(undefined);
    await stopped;
    assert.deepEqual(log.slice(7), ['ended /a', 'all']);
  });

  it('goes on with the others when one can not be stopped', async () => {
    const faults: unknown[] = [];
    const fault = new Error('stuck');
    const root = new FakeRoot('/a');
    root.ended = Promise.reject(fault);
    const roots = new Roots(
      () => root,
      (error) => faults.push(error),
    );
    roots.keep(['/a']);
    await roots.stop();
    assert.deepEqual(faults, [fault]);
  });

  it('shows the leases of all, and knows whose each is', () => {
    const { roots, opened } = rootsOf();
    roots.keep(['/a', '/b']);
    opened[0]!.leases.set('1', leaseViewOf({ id: '1' }));
    opened[1]!.leases.set('2', leaseViewOf({ id: '2' }));
    assert.deepEqual([...roots.leases().keys()], ['1', '2']);
    assert.equal(roots.rootOf('2'), opened[1]);
    assert.equal(roots.rootOf('3'), undefined);
  });

  it('says when a root changed', () => {
    const { roots, opened } = rootsOf();
    roots.keep(['/a']);
    let changes = 0;
    roots.onChange(() => (changes += 1));
    opened[0]!.changes.fire();
    assert.equal(changes, 1);
  });
});

describe('the phase of a window', () => {
  const window = (folders: number, isTrusted: boolean): WindowFacts => ({
    folders,
    onDisk: folders,
    isTrusted,
  });
  const root = (given: Partial<FakeRoot>): FakeRoot => Object.assign(new FakeRoot('/a'), given);
  const problem = new ProtocolError('unavailable', 'no coordinator', 'Open the folder.');

  it('is what keeps the views empty, the first reason first', () => {
    assert.equal(phaseOf(window(0, false), []), 'no_folder');
    assert.equal(phaseOf({ ...window(1, true), onDisk: 0 }, []), 'not_on_disk');
    assert.equal(phaseOf(window(1, false), []), 'not_trusted');
    assert.equal(phaseOf(window(1, true), []), 'not_initialized');
    assert.equal(phaseOf(window(1, true), [root({})]), 'starting');
    assert.equal(phaseOf(window(1, true), [root({ problem })]), 'unreachable');
    assert.equal(phaseOf(window(2, true), [root({ problem }), root({})]), 'starting');
    assert.equal(phaseOf(window(2, true), [root({ problem }), root({ isConnected: true })]), 'connected');
  });
});

import assert from 'node:assert/strict';
import { type Disposable, toDisposable } from '../../src/base/disposable.ts';
import type { ConfirmationStore } from '../../src/configuration/confirmationStore.ts';
import { defaultSettings } from '../../src/configuration/parseConfiguration.ts';
import {
  type ConfigurationLoader,
  type CurrentConfiguration,
  startConfiguration,
} from '../../src/configuration/startConfiguration.ts';

/** A workspace folder and a user's folder that hold one text each, a clock and a watcher that tests move. */
class World {
  text: string | null = null;
  confirmed: string | null = null;
  now = 1_000;
  changes: CurrentConfiguration[] = [];
  watchers = new Set<() => void>();
  fault: Error | null = null;
  links: Record<string, string> = {};

  readonly confirmations: ConfirmationStore = {
    read: () => this.confirmed,
    write: (digest) => {
      if (this.fault !== null) throw this.fault;
      this.confirmed = digest;
    },
  };

  start(): ConfigurationLoader {
    return startConfiguration({
      root: '/home/me/app',
      files: {
        read: () => {
          if (this.fault !== null) throw this.fault;
          return this.text;
        },
        resolve: (given) => this.links[given] ?? given,
      },
      confirmations: this.confirmations,
      now: () => this.now,
      watch: (onChange) => this.watch(onChange),
      onChange: (current) => this.changes.push(current),
    });
  }

  write(value: object | string): void {
    this.text = typeof value === 'string' ? value : JSON.stringify(value);
    for (const watcher of this.watchers) watcher();
  }

  private watch(onChange: () => void): Disposable {
    this.watchers.add(onChange);
    return toDisposable(() => this.watchers.delete(onChange));
  }
}

const defaults = defaultSettings('app');

describe('startConfiguration', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  it('C21: without a file the defaults hold, named after the folder', () => {
    const loader = world.start();
    assert.deepEqual(loader.current(), { settings: defaults, problems: [], pending: null, loadedAt: 1_000 });
  });

  it('C21: an invalid file at the start gives the defaults without dispatch, and its problems', () => {
    world.text = '{"maxAttempts": 10}';
    const { settings, problems } = world.start().current();
    assert.deepEqual(settings, { ...defaults, canDispatch: false });
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['maxAttempts'],
    );
  });

  it('C21: a file that becomes valid after an invalid start is dispatched by', () => {
    world.text = '{';
    const loader = world.start();
    world.now = 2_000;
    world.write({ tick: 1 });
    const expected = {
      settings: { ...defaults, tickMs: 1_000 },
      problems: [],
      pending: null,
      loadedAt: 2_000,
    };
    assert.deepEqual(loader.current(), expected);
    assert.deepEqual(world.changes, [expected]);
  });

  it('C21: the last good configuration goes on beside an invalid file, and dispatches', () => {
    world.text = '{"tick": 1}';
    const loader = world.start();
    world.write('{"tick": 0}');
    const { settings, problems } = loader.current();
    assert.deepEqual(settings, { ...defaults, tickMs: 1_000 });
    assert.equal(problems.length, 1);
    world.write('{"tick": 2}');
    assert.deepEqual(loader.current().settings, { ...defaults, tickMs: 2_000 });
    assert.deepEqual(loader.current().problems, []);
  });

  it('C21: a file that can not be read is a problem like an invalid one', () => {
    world.text = '{"tick": 1}';
    const loader = world.start();
    world.fault = new Error("the configuration can't be read, EIO: see to the disk");
    loader.reload();
    assert.deepEqual(loader.current().settings, { ...defaults, tickMs: 1_000 });
    assert.deepEqual(loader.current().problems, [
      {
        path: '',
        message: "the configuration can't be read, EIO: see to the disk",
        line: null,
        column: null,
      },
    ]);
  });

  it('C21: a file that is removed leaves the defaults', () => {
    world.text = '{"tick": 1}';
    const loader = world.start();
    world.text = null;
    loader.reload();
    assert.deepEqual(loader.current().settings, defaults);
  });

  it('C21: two names of one folder are found through links', () => {
    world.links = { a: '/real', b: '/real' };
    world.text = '{"repos": {"x": "a", "y": "b"}}';
    assert.deepEqual(
      world
        .start()
        .current()
        .problems.map(({ path }) => path),
      ['repos.y'],
    );
  });

  it('a look that finds nothing new tells nobody', () => {
    world.text = '{"tick": 1}';
    const loader = world.start();
    const before = loader.current();
    world.now = 2_000;
    world.write('{\n"tick": 1}');
    loader.reload();
    assert.equal(loader.current(), before);
    assert.deepEqual(world.changes, []);
  });

  it('a disposed one watches no more', () => {
    const loader = world.start();
    loader.dispose();
    loader.dispose();
    assert.equal(world.watchers.size, 0);
  });
});

describe('confirming a configuration', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  const pendingDigest = (loader: ConfigurationLoader) => {
    const { pending } = loader.current();
    assert.ok(pending !== null);
    return pending.digest;
  };

  it('C22: what an edit asks for waits until a person confirms exactly that', () => {
    const loader = world.start();
    world.write({ allow: ['network'] });
    assert.deepEqual(loader.current().settings.allow, []);
    const confirmed = loader.confirm(pendingDigest(loader));
    assert.deepEqual(confirmed, { ok: true, value: loader.current() });
    assert.deepEqual(loader.current().settings, { ...defaults, allow: ['network'] });
    assert.equal(loader.current().pending, null);
    assert.equal(world.changes.length, 2);
  });

  it('C22: a restart keeps what was confirmed, and nothing that was not', () => {
    world.text = '{"allow": ["network"]}';
    const first = world.start();
    first.confirm(pendingDigest(first));
    assert.deepEqual(world.start().current().settings.allow, ['network']);
    world.text = '{"allow": ["network", "release_tag"]}';
    const { settings, pending } = world.start().current();
    assert.deepEqual(settings, { ...defaults, policyProfile: 'strict' });
    assert.deepEqual(pending?.changes, ['allow: nothing -> network, release_tag']);
  });

  it('C22: the values last in force go on while a change waits, also beside an invalid file', () => {
    world.text = '{"allow": ["network"]}';
    const loader = world.start();
    loader.confirm(pendingDigest(loader));
    world.write({ allow: ['release_tag'], tick: 1 });
    assert.deepEqual(loader.current().settings, { ...defaults, allow: ['network'], tickMs: 1_000 });
    world.write('{');
    assert.deepEqual(loader.current().settings, { ...defaults, allow: ['network'], tickMs: 1_000 });
    world.write({ allow: ['network'] });
    assert.equal(loader.current().pending, null);
  });

  it('C22: a file that changed since it was shown is not confirmed by the old digest', () => {
    world.text = '{"allow": ["network"]}';
    const loader = world.start();
    const shown = pendingDigest(loader);
    world.text = '{"allow": ["release_tag"]}';
    assert.deepEqual(loader.confirm(shown), {
      ok: false,
      error: 'the configuration has changed since it was shown: look at it again, then confirm that',
    });
    assert.equal(world.confirmed, null);
    assert.deepEqual(loader.current().settings.allow, []);
  });

  it('C22: there is nothing to confirm where nothing waits', () => {
    assert.deepEqual(world.start().confirm('x'), {
      ok: false,
      error: 'nothing waits for confirmation: go on',
    });
  });

  it('C22: what can not be stored is not in force', () => {
    world.text = '{"allow": ["network"]}';
    const loader = world.start();
    const digest = pendingDigest(loader);
    world.fault = new Error('disk full');
    assert.throws(() => loader.confirm(digest), /disk full/);
    assert.deepEqual(loader.current().settings.allow, []);
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { installed } from '../kit/installed.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { picker } from '../kit/picker.ts';
import { crashScale } from './kit/crashScale.ts';
import { HostProcess, pointsIn } from './kit/killedHost.ts';
import { WritingClients } from './kit/writingClients.ts';

const clients = 8;
const killsInOneStore = 30;
const patienceMs = 60_000;
/** Once it serves, the heartbeat and a change of the term come within this time. */
const reachedWithinMs = 3_000;

describe('S4: a host that is killed under eight writing clients', function () {
  const { seed, kills } = crashScale();
  this.timeout(120_000 + kills * 3_000);
  const hosts: HostProcess[] = [];
  let bundles = '';
  before(() => {
    bundles = path.join(installed(), 'dist');
  });

  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.end();
  });
  const folder = temporaryFolders();

  function start(root: string, killAt = '', points = ''): HostProcess {
    const host = new HostProcess(bundles, root, killAt, points);
    hosts.push(host);
    return host;
  }

  function newRoot(): string {
    const root = path.join(folder(), 'root');
    mkdirSync(path.join(root, '.signalbox'), { recursive: true });
    writeFileSync(path.join(root, '.signalbox', 'config.json'), '{}');
    return realpathSync(root);
  }

  /** What a first start and later lives pass: `before` and `after` each kind of call on each kind of file. */
  async function namedPoints(): Promise<{ first: string[]; later: string[] }> {
    const root = newRoot();
    const [first, later] = ['first', 'later'].map((name) => path.join(path.dirname(root), name)) as [
      string,
      string,
    ];
    const beginning = start(root, '', first);
    await beginning.serving(patienceMs);
    await beginning.killed(0);
    const host = start(root, '', later);
    await host.serving(patienceMs);
    const writing = new WritingClients(root, clients);
    await writing.begun();
    await host.killed(2_500);
    const again = start(root, '', later);
    await again.serving(patienceMs);
    await writing.stop();
    await again.killed(0);
    writing.dispose();
    const names = pointsIn(later);
    return { first: pointsIn(first).filter((point) => !names.includes(point)), later: names };
  }

  /** A store whose first start was cut off there is begun by the next one. */
  async function killedAtFirst(point: string): Promise<void> {
    const root = newRoot();
    const host = start(root, `${point}#1`);
    await host.serving(patienceMs);
    assert.ok(await host.killed(reachedWithinMs), point);
    const next = start(root);
    assert.ok(await next.serving(patienceMs), point);
    await next.killed(0);
  }

  /** Kills a host over and over, at each point or, where one is null, at a random time. Gives those that were reached. */
  async function killed(
    points: readonly (string | null)[],
    pick: (bound: number) => number,
    withinMs = reachedWithinMs,
  ): Promise<string[]> {
    const root = newRoot();
    const first = start(root);
    await first.serving(patienceMs);
    const writing = new WritingClients(root, clients);
    const reached: string[] = [];
    try {
      await writing.begun();
      await first.killed(0);
      for (const point of points) {
        const host = start(root, point ?? '');
        await host.serving(patienceMs);
        // A later time of a point may never come, so it is not waited for: that kill is one at random.
        const endedItself = await host.killed(point?.endsWith('#1') === true ? withinMs : pick(300));
        if (point !== null && endedItself) reached.push(nameOf(point));
      }
      const last = start(root);
      await last.serving(patienceMs);
      await writing.stop();
      await writing.check();
      await last.killed(0);
    } finally {
      writing.dispose();
    }
    return reached;
  }

  it(`after ${kills} kills at random and at every named point, no answered call is lost or done twice (seed ${seed})`, async () => {
    const pick = picker(seed);
    const { first, later } = await namedPoints();
    for (const point of first) await killedAtFirst(point);
    // Each point once at its first time, later ones at any of the first five; every fourth kill is at a random time.
    const plan = planOf(later, kills - first.length, pick);
    const reached = new Set<string>();
    for (let start = 0; start < plan.length; start += killsInOneStore) {
      for (const point of await killed(plan.slice(start, start + killsInOneStore), pick)) reached.add(point);
    }
    const missed = later.filter((point) => !reached.has(point));
    // On a busy machine a point may take longer to come by than the plan waits for it.
    const again = missed.map((name) => `${name}#1`);
    for (const point of await killed(again, pick, patienceMs)) reached.add(point);
    console.log(
      `      ${first.length + plan.length + missed.length} kills; ${first.length + reached.size} named points, each at least once`,
    );
    assert.deepEqual(
      later.filter((point) => !reached.has(point)),
      [],
    );
  });
});

const nameOf = (point: string): string => point.slice(0, point.indexOf('#'));

function planOf(names: readonly string[], count: number, pick: (bound: number) => number): (string | null)[] {
  const plan: (string | null)[] = [];
  for (let named = 0; plan.length < Math.max(count, names.length);) {
    if (plan.length % 4 === 3) plan.push(null);
    const time = named < names.length ? 1 : 1 + pick(5);
    plan.push(`${names[named % names.length] ?? ''}#${time}`);
    named += 1;
  }
  return plan;
}

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Client, connect } from '../../src/ipc/client.ts';
import { serverLimits } from '../../src/ipc/serverConnection.ts';
import type { MethodName, Params } from '../../src/protocol/methods.ts';
import { picker } from '../kit/picker.ts';
import { shells } from '../kit/shells.ts';
import { helloTo, writerOf } from './kit/realHost.ts';

const clients = 200;
/** Requests that each of the 64 places of a client makes, one after another. */
const inEachPlace = 3;
const repos = ['web', 'api', 'docs', 'infra'];

interface Held {
  readonly lease: string;
  readonly worker: string;
  readonly epoch: string;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

describe('200 clients with 64 requests in flight each, at a real coordinator', function () {
  this.timeout(180_000);
  const { folder, signalbox } = shells();
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.dispose();
  });

  async function connected(root: string): Promise<Client> {
    const { endpoint } = writerOf(root);
    const client = await connect({ endpoint, hello: helloTo(root, 'worker'), timeoutMs: 30_000 });
    open.push(client);
    return client;
  }

  /** A coordinator over some repos, each with a lease that is held. */
  async function busyRoot(): Promise<{ root: string; held: readonly Held[] }> {
    const root = folder();
    for (const name of ['.signalbox', ...repos]) mkdirSync(path.join(root, name));
    const configuration = { repos: Object.fromEntries(repos.map((repo) => [repo, repo])) };
    writeFileSync(path.join(root, '.signalbox', 'config.json'), JSON.stringify(configuration));
    const tasks = repos.map((repo) => ({ id: repo, project: repo, status: 'todo', title: 'Fix parser' }));
    mkdirSync(path.join(root, '.signalbox', 'tasks'));
    writeFileSync(path.join(root, '.signalbox', 'tasks', 'a.json'), JSON.stringify({ tasks }));
    await signalbox(root, ['serve']).says(/Signalbox serves .*\n/);
    const client = await connected(root);
    const held: Held[] = [];
    for (const repo of repos) {
      const { grant } = await client.request('lease.next', {
        worker: repo,
        repo,
        session: repo,
        wait_ms: 10_000,
      });
      assert.ok(grant);
      held.push({ lease: grant.lease.id, worker: repo, epoch: grant.epoch });
    }
    return { root, held };
  }

  it('answers each without an error, the slowest hundredth within 20 times the median', async () => {
    const { root, held } = await busyRoot();
    const pick = picker(1);
    const call = <M extends MethodName>(method: M, params: Params<M>) => [method, params] as const;
    const next = () => {
      const own = held[pick(held.length)]!;
      const kind = pick(10);
      if (kind < 3) return call('lease.turn', { ...own, verdict: 'continue' });
      if (kind < 5) return call('lease.renew', own);
      if (kind < 8) return call('lease.list', { limit: 20 });
      return call('health.show', {});
    };
    const all: Client[] = [];
    for (let count = 1; count < clients; count += 1) all.push(await connected(root));
    all.push(...open.slice(0, 1));
    const tookMs: number[] = [];
    const refusals = new Map<string, number>();
    const place = async (client: Client) => {
      for (let count = 0; count < inEachPlace; count += 1) {
        const [method, params] = next();
        const begun = performance.now();
        try {
          await client.request(method, params);
        } catch (error) {
          const what = `${method}: ${String(error)}`;
          refusals.set(what, (refusals.get(what) ?? 0) + 1);
        }
        tookMs.push(performance.now() - begun);
      }
    };
    const places = all.flatMap((client) =>
      Array.from({ length: serverLimits.inFlight }, () => place(client)),
    );
    await Promise.all(places);
    tookMs.sort((one, other) => one - other);
    const [median, slow] = [quantile(tookMs, 0.5), quantile(tookMs, 0.99)];
    console.log(
      `      ${tookMs.length} requests; half within ${median.toFixed(0)} ms, 99 of 100 within ${slow.toFixed(0)} ms`,
    );
    assert.deepEqual([...refusals], []);
    assert.equal(tookMs.length, clients * serverLimits.inFlight * inEachPlace);
    assert.ok(slow <= 20 * median, `${slow} ms is over 20 times ${median} ms`);
    const { scopes } = await all[0]!.request('scope.list', {});
    assert.equal(scopes.length, repos.length);
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { uuid7 } from '../../../src/base/uuid7.ts';
import { connectToCoordinator } from '../../../src/ipc/connectToCoordinator.ts';
import { processIdentity } from '../../../src/ipc/processIdentity.ts';
import { type RediscoveringClient, rediscoveringClient } from '../../../src/ipc/rediscoveringClient.ts';
import { eventually } from '../../kit/eventually.ts';
import { nodeTimers } from '../../../src/ipc/timers.ts';

const patienceMs = 120_000;

function clientOf(root: string): RediscoveringClient {
  return rediscoveringClient({
    connect: () =>
      connectToCoordinator({
        place: { workingDirectory: root },
        caller: {
          kind: 'script',
          name: 'crash-test',
          version: '0.0.0',
          identity: { ...processIdentity(), ancestors: [] },
        },
        timeoutMs: 5_000,
      }),
    giveUpAfterMs: patienceMs,
    now: () => Date.now(),
    timers: nodeTimers,
    newRequestId: () => uuid7(Date.now(), randomBytes(10)),
  });
}

/** Clients that add tasks one after another, each repeating a request that was cut off under its own id (W2). */
export class WritingClients {
  /** Titles of the calls that were answered. */
  readonly acknowledged: string[] = [];
  private readonly root: string;
  private readonly clients: RediscoveringClient[];
  private readonly loops: Promise<void>[];
  private readonly writers: number;
  private isStopping = false;

  constructor(root: string, count: number) {
    this.root = root;
    this.writers = count;
    this.clients = Array.from({ length: count }, () => clientOf(root));
    const writing = this.clients.map((client, index) => this.write(client, `client-${index}`));
    this.loops = [...writing, this.fold()];
  }

  /** Waits until every client has had an answer; from then on each waits for the next coordinator when one has gone. */
  async begun(): Promise<void> {
    const names = () => new Set(this.acknowledged.map((title) => title.split(' ', 1)[0]));
    await eventually('each client was answered', () => names().size === this.writers, patienceMs);
  }

  /** Lets each finish the call that it is in. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.loops);
  }

  /** What a new client is shown: no answered call is missing, none is there twice, and nothing that nobody asked for. */
  async check(): Promise<void> {
    const client = clientOf(this.root);
    const titles: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page: { tasks: readonly { title: string }[]; next_cursor: string | null } = await client.request(
        'task.list',
        { limit: 200, ...(cursor === null ? {} : { cursor }) },
      );
      titles.push(...page.tasks.map(({ title }) => title));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    const verified = await client.request('store.verify', {});
    client.dispose();
    assert.deepEqual(verified.problems, []);
    assert.deepEqual(titles.sort(), [...this.acknowledged].sort());
  }

  dispose(): void {
    this.isStopping = true;
    for (const client of this.clients) client.dispose();
  }

  private async write(client: RediscoveringClient, name: string): Promise<void> {
    for (let count = 1; !this.isStopping; count += 1) {
      const title = `${name} ${count}`;
      await client.request('task.add', { title });
      this.acknowledged.push(title);
      await delay(5);
    }
  }

  /** One more that has a snapshot built, and so the term changed, over and over. */
  private async fold(): Promise<void> {
    const client = clientOf(this.root);
    this.clients.push(client);
    while (!this.isStopping) {
      await client.request('store.verify', {}).catch(() => undefined);
      await delay(20);
    }
  }
}

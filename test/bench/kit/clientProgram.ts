/** The clients of a measured host, in a process of their own: each has its connection and asks one thing at a time. */
import type { Client } from '../../../src/ipc/client.ts';
import { answerParent } from './child.ts';
import { repoNames } from './places.ts';
import { type Slice, slice } from './statistics.ts';
import {
  addTasks,
  completeLease,
  connectTo,
  type Held,
  reportTurn,
  takeLease,
  type WorkspacePlace,
} from './workers.ts';

export type ClientQuestion =
  /** Connects `count` workers, each to hold a lease of a repo of its own from now on. */
  | ({ readonly ask: 'hold'; readonly count: number } & WorkspacePlace)
  /** `clients` of the workers that hold a lease report turns, `each` of them one after the other. */
  | { readonly ask: 'turns'; readonly root: string; readonly clients: number; readonly each: number }
  /** `clients` workers take and finish `each` leases, every step acknowledged: next, turn, turn, complete. */
  | ({ readonly ask: 'lives'; readonly clients: number; readonly each: number } & WorkspacePlace)
  | { readonly ask: 'leave'; readonly root: string };

interface Worker {
  readonly client: Client;
  readonly held: Held;
}
const workers = new Map<string, readonly Worker[]>();

async function timed(work: () => Promise<void>, latencies: number[]): Promise<void> {
  const from = performance.now();
  await work();
  latencies.push(performance.now() - from);
}

async function together(works: readonly ((latencies: number[]) => Promise<void>)[]): Promise<Slice> {
  const latencies: number[] = [];
  const begin = performance.now();
  await Promise.all(works.map((work) => work(latencies)));
  return slice(latencies, (performance.now() - begin) / 1000);
}

async function hold(place: WorkspacePlace, count: number): Promise<null> {
  const person = await connectTo(place, 'operator');
  await addTasks(person, count, 1);
  person.dispose();
  const taken = repoNames.slice(0, count).map(async (name) => {
    const client = await connectTo(place, 'worker');
    return { client, held: await takeLease(client, name) };
  });
  workers.set(place.root, await Promise.all(taken));
  return null;
}

function turns(root: string, clients: number, each: number): Promise<Slice> {
  const asked = (workers.get(root) ?? []).slice(0, clients);
  return together(
    asked.map(({ client, held }) => async (latencies) => {
      for (let done = 0; done < each; done += 1) await timed(() => reportTurn(client, held), latencies);
    }),
  );
}

async function lives(place: WorkspacePlace, count: number, each: number): Promise<Slice> {
  const person = await connectTo(place, 'operator');
  await addTasks(person, count, each);
  person.dispose();
  const names = repoNames.slice(0, count);
  const clients = await Promise.all(names.map(() => connectTo(place, 'worker')));
  const measured = await together(
    names.map((name, index) => async (latencies) => {
      for (let done = 0; done < each; done += 1) await timed(() => life(clients[index]!, name), latencies);
    }),
  );
  for (const client of clients) client.dispose();
  return measured;
}

async function life(client: Client, name: string): Promise<void> {
  const held = await takeLease(client, name);
  await reportTurn(client, held);
  await reportTurn(client, held);
  await completeLease(client, held);
}

function leave(root: string): null {
  for (const { client } of workers.get(root) ?? []) client.dispose();
  workers.delete(root);
  return null;
}

answerParent((question: ClientQuestion) => {
  switch (question.ask) {
    case 'hold':
      return hold(question, question.count);
    case 'turns':
      return turns(question.root, question.clients, question.each);
    case 'lives':
      return lives(question, question.clients, question.each);
    case 'leave':
      return leave(question.root);
  }
});

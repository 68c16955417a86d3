import { openStore } from '../../../src/store/sqlite/openStore.ts';
import type { RegisterEvent } from '../../../src/core/events.ts';
import { BenchHost } from '../kit/benchHost.ts';
import { type Places, repoNames } from '../kit/places.ts';
import { addTasks, completeLease, connectTo, reportTurn, takeLease } from '../kit/workers.ts';

const turnsOfALife = 10;

/** What a real host stores of one lease's life, from the task that a person adds to its last receipt. */
export interface RecordedLife {
  /** All events before it. */
  readonly before: readonly RegisterEvent[];
  readonly life: readonly RegisterEvent[];
}

/** Lives two lives in a real host, and takes the second one: with the first go the events of a worker that is new. */
export async function recordLife(places: Places): Promise<RecordedLife> {
  const root = places.root('recorded');
  const place = { root, userFolder: places.userFolder };
  const host = await BenchHost.start(places.of(root));
  const person = await connectTo(place, 'operator');
  const [name = ''] = repoNames;
  const worker = await connectTo(place, 'worker');
  for (let lives = 0; lives < 2; lives += 1) {
    await addTasks(person, 1, 1);
    const held = await takeLease(worker, name);
    for (let turns = 0; turns < turnsOfALife; turns += 1) await reportTurn(worker, held);
    await completeLease(worker, held);
    await person.request('receipts.project', {});
  }
  person.dispose();
  worker.dispose();
  await host.stop();
  const store = await openStore(root, { snapshotWorker: `${places.bundles}/store.cjs` });
  const events: RegisterEvent[] = [];
  for await (const page of store.events()) events.push(...page);
  places.remove(root);
  const first = events.findIndex(
    (event) => event.type === 'TaskObserved' && event.data.task.externalId === '2',
  );
  if (first < 0) throw new Error('the life that was recorded is not whole');
  return { before: events.slice(0, first), life: events.slice(first) };
}

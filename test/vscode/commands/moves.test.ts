import assert from 'node:assert/strict';
import { placesFor, queueOf } from '../../../src/vscode/commands/moves.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';

describe('C6: where a queued task can go', () => {
  const queued = (name: string, rank: number) => leaseViewOf({ id: name, task_id: name, title: name, rank });
  const queue = queueOf([
    queued('c', 3),
    queued('a', 1),
    leaseViewOf({ id: 'x', state: 'offered' }),
    { ...queued('b', 2), state: 'waiting' },
  ]);
  const places = (name: string): string[] =>
    placesFor(
      queue,
      queue.find(({ id }) => id === name)!,
    ).map(({ kind, lease, before }) => `${kind} ${lease?.id ?? ''} -> ${before ?? 'end'}`);

  it('is any place but its own', () => {
    assert.deepEqual(places('a'), ['last  -> end', 'before c -> c', 'after b -> c', 'after c -> end']);
    assert.deepEqual(places('b'), ['first  -> a', 'last  -> end', 'before a -> a', 'after c -> end']);
    assert.deepEqual(places('c'), ['first  -> a', 'before a -> a', 'before b -> b', 'after a -> b']);
  });

  it('is nowhere where it is alone', () => {
    const alone = queued('a', 1);
    assert.deepEqual(placesFor([alone], alone), []);
  });
});

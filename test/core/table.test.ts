import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LayeredTable, MapTable, type Table } from '../../src/core/model/table.ts';

const contents = (table: Table<string, number>) => ({
  entries: [...table.entries()],
  values: [...table.values()],
  size: table.size,
});

describe('tables: a layer shows changes over a table that stays as it is', () => {
  const base = (): MapTable<string, number> => {
    const table = new MapTable<string, number>();
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      table.set(key, value);
    return table;
  };

  it('the base is seen through it', () => {
    const layer = new LayeredTable(base());
    assert.deepEqual(
      [layer.get('a'), layer.has('a'), layer.get('x'), layer.has('x')],
      [1, true, undefined, false],
    );
    assert.deepEqual(contents(layer), contents(base()));
  });

  it('what is set, added and deleted is seen in the layer only', () => {
    const below = base();
    const layer = new LayeredTable(below);
    layer.set('b', 20);
    layer.set('d', 4);
    layer.delete('a');
    layer.delete('x');
    assert.deepEqual(
      [...layer.entries()],
      [
        ['b', 20],
        ['c', 3],
        ['d', 4],
      ],
    );
    assert.deepEqual([layer.size, layer.get('a'), layer.has('a')], [3, undefined, false]);
    assert.deepEqual(contents(below), contents(base()));
  });

  it('a key that comes back goes to the end, as in a map', () => {
    const layer = new LayeredTable(base());
    layer.delete('a');
    layer.set('a', 10);
    assert.deepEqual([...layer.values()], [2, 3, 10]);
    layer.set('a', 11);
    layer.delete('a');
    assert.deepEqual([...layer.values()], [2, 3]);
  });

  it('any changes give what they give on a map, and layers stack', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.option(fc.nat(9)) });
    fc.assert(
      fc.property(fc.array(step), fc.array(step), (below, above) => {
        const apply = (
          table: Table<string, number>,
          steps: readonly { key: string; value: number | null }[],
        ) => {
          for (const { key, value } of steps) {
            if (value === null) table.delete(key);
            else table.set(key, value);
          }
        };
        const plain = base();
        apply(plain, [...below, ...above]);
        const first = new LayeredTable(base());
        apply(first, below);
        const second = new LayeredTable(first);
        apply(second, above);
        assert.deepEqual(contents(second), contents(plain));
      }),
    );
  });
});

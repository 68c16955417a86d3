/** A keyed collection that keeps the order of first insertion, read side. */
export interface ReadonlyTable<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  entries(): Iterable<[K, V]>;
  values(): Iterable<V>;
  readonly size: number;
}

/** Values are replaced, never changed in place. */
export interface Table<K, V> extends ReadonlyTable<K, V> {
  set(key: K, value: V): void;
  delete(key: K): void;
}

export class MapTable<K, V> implements Table<K, V> {
  private readonly map = new Map<K, V>();

  get size(): number {
    return this.map.size;
  }

  get(key: K): V | undefined {
    return this.map.get(key);
  }

  has(key: K): boolean {
    return this.map.has(key);
  }

  entries(): Iterable<[K, V]> {
    return this.map.entries();
  }

  values(): Iterable<V> {
    return this.map.values();
  }

  set(key: K, value: V): void {
    this.map.set(key, value);
  }

  delete(key: K): void {
    this.map.delete(key);
  }
}

interface Layer<K, V> {
  readonly changed: Map<K, V>;
  readonly added: Map<K, V>;
  readonly removed: Set<K>;
}

/**
 * Changes over a table that stays as it is: `decide` sees the effect of the events that it has made so far, while the
 * register's own state changes only by `evolve` of what was appended. Most tables of a command stay as they are, so what
 * holds the changes is made with the first one.
 */
export class LayeredTable<K, V> implements Table<K, V> {
  private readonly base: ReadonlyTable<K, V>;
  private layer: Layer<K, V> | null = null;

  constructor(base: ReadonlyTable<K, V>) {
    this.base = base;
  }

  get size(): number {
    const { base, layer } = this;
    return layer === null ? base.size : base.size - layer.removed.size + layer.added.size;
  }

  get(key: K): V | undefined {
    const { base, layer } = this;
    if (layer === null) return base.get(key);
    const own = layer.changed.get(key) ?? layer.added.get(key);
    if (own !== undefined) return own;
    return layer.removed.has(key) ? undefined : base.get(key);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  entries(): Iterable<[K, V]> {
    return this.layer === null ? this.base.entries() : layered(this.base, this.layer);
  }

  values(): Iterable<V> {
    return this.layer === null ? this.base.values() : layeredValues(this.base, this.layer);
  }

  set(key: K, value: V): void {
    const { changed, added, removed } = this.own();
    if (this.base.has(key) && !removed.has(key)) changed.set(key, value);
    else added.set(key, value);
  }

  delete(key: K): void {
    const { changed, added, removed } = this.own();
    changed.delete(key);
    added.delete(key);
    if (this.base.has(key)) removed.add(key);
  }

  private own(): Layer<K, V> {
    return (this.layer ??= { changed: new Map(), added: new Map(), removed: new Set() });
  }
}

function* layered<K, V>(
  base: ReadonlyTable<K, V>,
  { changed, added, removed }: Layer<K, V>,
): Iterable<[K, V]> {
  for (const [key, value] of base.entries()) {
    if (!removed.has(key)) yield [key, changed.get(key) ?? value];
  }
  yield* added.entries();
}

function* layeredValues<K, V>(base: ReadonlyTable<K, V>, layer: Layer<K, V>): Iterable<V> {
  for (const [, value] of layered(base, layer)) yield value;
}

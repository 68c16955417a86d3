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

/**
 * Changes over a table that stays as it is: `decide` sees the effect of the events that it has made so far, while the
 * register's own state changes only by `evolve` of what was appended.
 */
export class LayeredTable<K, V> implements Table<K, V> {
  private readonly base: ReadonlyTable<K, V>;
  private readonly changed = new Map<K, V>();
  private readonly added = new Map<K, V>();
  private readonly removed = new Set<K>();

  constructor(base: ReadonlyTable<K, V>) {
    this.base = base;
  }

  get size(): number {
    return this.base.size - this.removed.size + this.added.size;
  }

  get(key: K): V | undefined {
    const own = this.changed.get(key) ?? this.added.get(key);
    if (own !== undefined) return own;
    return this.removed.has(key) ? undefined : this.base.get(key);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): Iterable<[K, V]> {
    for (const [key, value] of this.base.entries()) {
      if (!this.removed.has(key)) yield [key, this.changed.get(key) ?? value];
    }
    yield* this.added.entries();
  }

  *values(): Iterable<V> {
    for (const [, value] of this.entries()) yield value;
  }

  set(key: K, value: V): void {
    if (this.base.has(key) && !this.removed.has(key)) this.changed.set(key, value);
    else this.added.set(key, value);
  }

  delete(key: K): void {
    this.changed.delete(key);
    this.added.delete(key);
    if (this.base.has(key)) this.removed.add(key);
  }
}

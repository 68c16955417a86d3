import { MapTable } from '../../../core/model/table.ts';

/** A table that remembers which keys were touched since it was last asked. */
export class RecordingTable<K, V> extends MapTable<K, V> {
  private touched = new Set<K>();

  override set(key: K, value: V): void {
    this.touched.add(key);
    super.set(key, value);
  }

  override delete(key: K): void {
    this.touched.add(key);
    super.delete(key);
  }

  takeTouched(): readonly K[] {
    const keys = [...this.touched];
    this.touched = new Set();
    return keys;
  }
}

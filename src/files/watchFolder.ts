import { type FSWatcher, existsSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../base/disposable.ts';

/** One saved file makes several events; a batch of files many. */
const DEBOUNCE_MS = 100;

/**
 * Calls back at most once every 100 ms when something directly in the folder changes, or the folder comes or goes. While
 * it is missing, the nearest folder above it is watched. Best effort: where the system has no watchers left, nothing is
 * told, so whoever uses it also looks by the clock.
 */
export function watchFolder(folder: string, onChange: () => void): Disposable {
  return new FolderWatch(path.resolve(folder), onChange);
}

class FolderWatch implements Disposable {
  private readonly folder: string;
  private readonly onChange: () => void;
  private watcher: FSWatcher | null = null;
  private watched = '';
  private timer: NodeJS.Timeout | null = null;
  private isDisposed = false;

  constructor(folder: string, onChange: () => void) {
    this.folder = folder;
    this.onChange = onChange;
    this.watchNearest();
  }

  dispose(): void {
    this.isDisposed = true;
    this.watcher?.close();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private watchNearest(): void {
    const nearest = nearestExisting(this.folder);
    // The inode too, because a folder may be replaced by another of its name.
    const identity = `${nearest} ${inodeOf(nearest)}`;
    if (this.isDisposed || identity === this.watched) return;
    this.watcher?.close();
    this.watcher = null;
    this.watched = identity;
    try {
      this.watcher = watch(nearest, { persistent: false }, () => this.changed(nearest));
      this.watcher.on('error', () => this.changed(nearest));
    } catch {
      // It is gone again, or the system has no watchers left: the next look by the clock finds what changed.
      this.watched = '';
      return;
    }
    // What was made between the look and the watch has made no event.
    if (nearestExisting(this.folder) !== nearest) this.changed(nearest);
  }

  private changed(at: string): void {
    const before = this.watched;
    this.watchNearest();
    if (at === this.folder || this.watched !== before) this.tellSoon();
  }

  private tellSoon(): void {
    if (this.isDisposed || this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.onChange();
    }, DEBOUNCE_MS).unref();
  }
}

function nearestExisting(folder: string): string {
  let at = folder;
  while (!existsSync(at) && path.dirname(at) !== at) at = path.dirname(at);
  return at;
}

const inodeOf = (folder: string): bigint =>
  statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino ?? 0n;

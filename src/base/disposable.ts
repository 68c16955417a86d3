/** Something that holds a resource until it is disposed. `dispose` is idempotent. */
export interface Disposable {
  dispose(): void;
}

export const toDisposable = (run: () => void): Disposable => {
  let done = false;
  return {
    dispose: () => {
      if (done) return;
      done = true;
      run();
    },
  };
};

/** Owns disposables: ends them in reverse, goes on after a failure, and ends at once what is added after the end. */
export class DisposableStore implements Disposable {
  private items: Disposable[] = [];
  private ended = false;

  get isDisposed(): boolean {
    return this.ended;
  }

  add<T extends Disposable>(item: T): T {
    if (this.ended) item.dispose();
    else this.items.push(item);
    return item;
  }

  dispose(): void {
    if (this.ended) return;
    this.ended = true;
    const failures: unknown[] = [];
    for (const item of this.items.reverse()) {
      try {
        item.dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    this.items = [];
    if (failures.length > 0) throw new AggregateError(failures, 'some resources could not be released');
  }
}

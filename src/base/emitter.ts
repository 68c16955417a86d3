import { type Disposable, toDisposable } from './disposable.ts';

export type Listener<T> = (value: T) => void;
export type Event<T> = (listener: Listener<T>) => Disposable;

/** A list of listeners. One that throws does not keep the others from hearing; its failure goes to `onFault`. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<Listener<T>>();
  private readonly onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.onFault = onFault;
  }

  readonly event: Event<T> = (listener) => {
    const own: Listener<T> = (value) => {
      listener(value);
    };
    this.listeners.add(own);
    return toDisposable(() => this.listeners.delete(own));
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.onFault(error);
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}

/** A value that the page shows: whoever shows it hears of every change. */
import { useLayoutEffect, useReducer } from 'preact/hooks';

export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls `listener` after every change; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** The value; the component is drawn again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => redraw()), [store]);
  return store.get();
}

import { useSyncExternalStore } from 'react';

/** One value that lives as long as the page and that components can watch. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Answers a function that ends the watch. */
  watch(told: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const told of watchers) told();
    },
    watch(told) {
      watchers.add(told);
      return () => {
        watchers.delete(told);
      };
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get, store.get);
}

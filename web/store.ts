import { useSyncExternalStore } from 'react';

/** A value that changes in time and that lives outside React. */
export interface ReadableStore<T> {
  readonly get: () => T;
  /** Returns what ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<T> extends ReadableStore<T> {
  readonly set: (next: T) => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Renders again when the value changes; with `select`, when what it returns changes. */
export function useStore<T>(store: ReadableStore<T>): T;
export function useStore<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: ReadableStore<T>, select?: (value: T) => Part): T | Part {
  const read = () => (select ? select(store.get()) : store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

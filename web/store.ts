import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

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

/** What one mounted component has put into a store. */
export interface Entry<T> {
  readonly value: T;
}

/** Puts the value before those of others. Returns what removes it, and no other. */
export function putEntry<T>(entries: Store<readonly Entry<T>[]>, value: T): () => void {
  const own: Entry<T> = { value };
  entries.set([own, ...entries.get()]);
  return () => {
    if (entries.get().includes(own)) entries.set(entries.get().filter((each) => each !== own));
  };
}

/**
 * Puts the value before those of others while the component is mounted; null: none. Returns what removes it earlier: it
 * is put again when the value changes.
 */
export function useEntry<T>(entries: Store<readonly Entry<T>[]>, value: T | null): () => void {
  const remove = useRef<(() => void) | null>(null);
  // An effect, because what reads the store is in another part of the tree.
  useEffect(() => {
    if (value === null) return undefined;
    const removeOwn = putEntry(entries, value);
    remove.current = removeOwn;
    return removeOwn;
  }, [entries, value]);
  return useCallback(() => remove.current?.(), []);
}

/** Renders again when the value changes; with `select`, when what it returns changes. */
export function useStore<T>(store: ReadableStore<T>): T;
export function useStore<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: ReadableStore<T>, select?: (value: T) => Part): T | Part {
  const read = () => (select ? select(store.get()) : store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

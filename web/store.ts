import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

export interface ReadableStore<T> {
  readonly get: () => T;
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

export interface Entry<T> {
  readonly value: T;
}

export function putEntry<T>(entries: Store<readonly Entry<T>[]>, value: T): () => void {
  const own: Entry<T> = { value };
  entries.set([own, ...entries.get()]);
  return () => {
    if (entries.get().includes(own)) entries.set(entries.get().filter((each) => each !== own));
  };
}

export function useEntry<T>(entries: Store<readonly Entry<T>[]>, value: T | null): () => void {
  const remove = useRef<(() => void) | null>(null);
  // In an effect, because a render must not update components elsewhere in the tree.
  useEffect(() => {
    if (value === null) return undefined;
    const removeOwn = putEntry(entries, value);
    remove.current = removeOwn;
    return removeOwn;
  }, [entries, value]);
  return useCallback(() => remove.current?.(), []);
}

export function useStore<T>(store: ReadableStore<T>): T;
export function useStore<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: ReadableStore<T>, select?: (value: T) => Part): T | Part {
  const read = () => (select ? select(store.get()) : store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

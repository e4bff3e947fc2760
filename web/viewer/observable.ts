import { useSyncExternalStore } from 'react';

/** A value that changes in time, for what lives outside React: pages, marks, saving. */
export interface Observable<T> {
  readonly get: () => T;
  /** @returns what ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Settable<T> extends Observable<T> {
  readonly set: (value: T) => void;
}

export function createObservable<T>(initial: T): Settable<T> {
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
      return () => listeners.delete(listener);
    },
  };
}

export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(observable.subscribe, observable.get);
}

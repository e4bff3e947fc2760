import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

const editing = createStore(false);

export function useLibraryEditing(): readonly [isEditing: boolean, set: (next: boolean) => void] {
  return [useStore(editing), editing.set];
}

const slot = createStore<HTMLElement | null>(null);
const pagesWithActions = createStore<readonly Entry<true>[]>([]);

export const topBarSlot = (element: HTMLElement | null): void => slot.set(element);

export function useHasPageActions(): boolean {
  return useStore(pagesWithActions).length > 0;
}

export function TopBarActions({ children }: { readonly children: ReactNode }) {
  const element = useStore(slot);
  useEntry(pagesWithActions, true);
  return element === null ? null : createPortal(children, element);
}

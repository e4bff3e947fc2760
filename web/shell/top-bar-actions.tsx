import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

const editing = createStore(false);

/** Whether the library is in edit mode. The Edit/Done button in the top bar switches it. */
export function useLibraryEditing(): readonly [isEditing: boolean, set: (next: boolean) => void] {
  return [useStore(editing), editing.set];
}

const slot = createStore<HTMLElement | null>(null);
const pagesWithActions = createStore<readonly Entry<true>[]>([]);

/** Sets the element of the top bar into which pages render their buttons. */
export const topBarSlot = (element: HTMLElement | null): void => slot.set(element);

/** True while a page shows its own buttons instead of the New button. */
export function useHasPageActions(): boolean {
  return useStore(pagesWithActions).length > 0;
}

/** Buttons such as Save or Invite. A submit button names its form in the `form` attribute. */
export function TopBarActions({ children }: { readonly children: ReactNode }) {
  const element = useStore(slot);
  useEntry(pagesWithActions, true);
  return element === null ? null : createPortal(children, element);
}

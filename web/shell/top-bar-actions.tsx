import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

const editing = createStore(false);

/** Whether the library is in Edit mode, switched by the Edit/Done button of the top bar. */
export function useLibraryEditing(): readonly [isEditing: boolean, set: (next: boolean) => void] {
  return [useStore(editing), editing.set];
}

const slot = createStore<HTMLElement | null>(null);
const pagesWithActions = createStore<readonly Entry<true>[]>([]);

/** The top bar sets the element in which pages put their buttons. */
export const topBarSlot = (element: HTMLElement | null): void => slot.set(element);

/** True while a page has its own buttons there, instead of the New button. */
export function useHasPageActions(): boolean {
  return useStore(pagesWithActions).length > 0;
}

/**
 * A page's own buttons in the top bar: Save of a form, Invite. A submit button there names its form by the `form` attribute.
 * The unsaved-changes badge is before them (`useUnsavedChanges`).
 */
export function TopBarActions({ children }: { readonly children: ReactNode }) {
  const element = useStore(slot);
  useEntry(pagesWithActions, true);
  return element === null ? null : createPortal(children, element);
}

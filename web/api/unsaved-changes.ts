import { useEffect } from 'react';
import { unsavedChangesMessage } from '#domain/messages/general.ts';
import { createStore, useStore } from '#web/store.ts';

const unsaved = createStore<string | null>(null);

/**
 * Shows the unsaved-changes badge in the top bar while `isDirty`, and asks before the page is left. The text is the
 * specification's default (section 2).
 */
export function useUnsavedChanges(isDirty: boolean, text: string = unsavedChangesMessage): void {
  // An effect, because the badge is rendered in another part of the tree.
  useEffect(() => {
    // A form over the page leaves the page's own badge alone.
    if (!isDirty) return;
    unsaved.set(text);
    return () => unsaved.set(null);
  }, [isDirty, text]);
}

/** To be called once everything is saved and before navigating away, so that leaving asks nothing. */
export function clearUnsavedChanges(): void {
  unsaved.set(null);
}

export function hasUnsavedChanges(): boolean {
  return unsaved.get() !== null;
}

/** The badge's text; null while there is nothing unsaved. */
export function useUnsavedText(): string | null {
  return useStore(unsaved);
}

import { unsavedChangesMessage } from '#domain/messages/general.ts';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

/** The texts of forms with unsaved changes; a form over the page comes before the page's own. */
const unsaved = createStore<readonly Entry<string>[]>([]);

/**
 * Shows the unsaved-changes badge in the top bar while `isDirty`, and asks before the page is left. The text is the
 * specification's default (section 2). Returns what is to be called once this form is saved and before navigating away, so
 * that leaving asks nothing of it; other forms keep theirs.
 */
export function useUnsavedChanges(isDirty: boolean, text: string = unsavedChangesMessage): () => void {
  return useEntry(unsaved, isDirty ? text : null);
}

/** Of every form: the page is left without them. */
export function discardUnsavedChanges(): void {
  unsaved.set([]);
}

export function hasUnsavedChanges(): boolean {
  return unsaved.get().length > 0;
}

/** The badge's text; null while there is nothing unsaved. */
export function useUnsavedText(): string | null {
  return useStore(unsaved)[0]?.value ?? null;
}

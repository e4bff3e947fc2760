import { useMemo, useRef } from 'react';
import { unsavedChangesMessage } from '#domain/messages/general.ts';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

/** Saves a form that is about to be left. Returns whether it is saved; if not, the form shows why. */
export type SaveToLeave = () => Promise<boolean>;

interface Unsaved {
  readonly text: string;
  readonly save: SaveToLeave | null;
}

/** Forms with unsaved changes; one over the page comes before the page's own. */
const unsaved = createStore<readonly Entry<Unsaved>[]>([]);

/**
 * Shows the unsaved-changes badge in the top bar while `isDirty`, and asks before the page is left. The text is the
 * specification's default (section 2). With `save`, leaving offers to save as well. Returns what is to be called once this
 * form is saved and before navigating away, so that leaving asks nothing of it; other forms keep theirs.
 */
export function useUnsavedChanges(isDirty: boolean, save: SaveToLeave | null = null): () => void {
  // A ref, so that what is typed does not enter the form anew.
  const latest = useRef(save);
  latest.current = save;
  const canSave = save !== null;
  const entry = useMemo(
    (): Unsaved => ({
      text: unsavedChangesMessage,
      save: canSave ? async () => (await latest.current?.()) ?? false : null,
    }),
    [canSave],
  );
  return useEntry(unsaved, isDirty ? entry : null);
}

/** Of every form: the page is left without them. */
export function discardUnsavedChanges(): void {
  unsaved.set([]);
}

export function hasUnsavedChanges(): boolean {
  return unsaved.get().length > 0;
}

/** Whether every form can be saved by who leaves. */
export function canSaveToLeave(): boolean {
  return hasUnsavedChanges() && unsaved.get().every(({ value }) => value.save !== null);
}

/** One after the other. Returns whether all are saved. */
export async function saveToLeave(): Promise<boolean> {
  for (const { value } of unsaved.get()) if ((await value.save?.()) !== true) return false;
  return true;
}

/** The badge's text; null while there is nothing unsaved. */
export function useUnsavedText(): string | null {
  return useStore(unsaved)[0]?.value.text ?? null;
}

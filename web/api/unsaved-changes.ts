import { useMemo, useRef } from 'react';
import { unsavedChangesMessage } from '#domain/messages/general.ts';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

/** Saves a form before the page is left. Returns whether it was saved; if not, the form shows why. */
export type SaveToLeave = () => Promise<boolean>;

/** Files that would be lost even after saving, such as uploads without a place. */
export interface UnsavedFiles {
  readonly note: string;
  readonly discard: () => void;
}

interface Unsaved {
  readonly text: string;
  readonly isTyped: boolean;
  readonly save: SaveToLeave | null;
  readonly files: UnsavedFiles | null;
}

const unsaved = createStore<readonly Entry<Unsaved>[]>([]);

/**
 * Shows the unsaved-changes badge in the top bar while `isDirty` or while files would be lost, and asks before the page
 * is left. The text is the specification's default (section 2). With `save`, the question offers to save. Call the
 * returned function after this form is saved and before navigating away, so that no question is asked for it.
 */
export function useUnsavedChanges(
  isDirty: boolean,
  save: SaveToLeave | null = null,
  files: UnsavedFiles | null = null,
): () => void {
  // A ref, so that typing does not register the form again.
  const latest = useRef({ save, files });
  latest.current = { save, files };
  const canSave = isDirty && save !== null;
  const note = files?.note ?? null;
  const entry = useMemo(
    (): Unsaved => ({
      text: unsavedChangesMessage,
      isTyped: isDirty,
      save: canSave ? async () => (await latest.current.save?.()) ?? false : null,
      files: note === null ? null : { note, discard: () => latest.current.files?.discard() },
    }),
    [isDirty, canSave, note],
  );
  return useEntry(unsaved, isDirty || note !== null ? entry : null);
}

export function discardUnsavedChanges(): void {
  for (const { value } of unsaved.get()) value.files?.discard();
  unsaved.set([]);
}

export function hasUnsavedChanges(): boolean {
  return unsaved.get().length > 0;
}

export function lostByLeaving(): { readonly isTyped: boolean; readonly notes: readonly string[] } {
  const forms = unsaved.get().map(({ value }) => value);
  return { isTyped: forms.some(({ isTyped }) => isTyped), notes: forms.flatMap(({ files }) => files?.note ?? []) };
}

/** Whether everything typed can be saved when leaving. */
export function canSaveToLeave(): boolean {
  const typed = unsaved.get().filter(({ value }) => value.isTyped);
  return typed.length > 0 && typed.every(({ value }) => value.save !== null);
}

/** Saves one form after the other. Returns whether all are saved. */
export async function saveToLeave(): Promise<boolean> {
  for (const { value } of unsaved.get()) if (value.isTyped && (await value.save?.()) !== true) return false;
  return true;
}

/** The badge's text, or null if everything is saved. */
export function useUnsavedText(): string | null {
  return useStore(unsaved)[0]?.value.text ?? null;
}

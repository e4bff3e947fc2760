import { useMemo, useRef } from 'react';
import { unsavedChangesMessage } from '#domain/messages/general.ts';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

export type SaveToLeave = () => Promise<boolean>;

export interface UnsavedFiles {
  readonly note: string;
  readonly discard: () => void;
}

interface Unsaved {
  readonly isTyped: boolean;
  readonly save: SaveToLeave | null;
  readonly files: UnsavedFiles | null;
}

const unsaved = createStore<readonly Entry<Unsaved>[]>([]);

/** Warns users who leave with unsaved changes. Call the returned function after saving and before navigating. */
export function useUnsavedChanges(
  isDirty: boolean,
  save: SaveToLeave | null = null,
  files: UnsavedFiles | null = null,
): () => void {
  const latest = useRef({ save, files });
  latest.current = { save, files };
  const canSave = isDirty && save !== null;
  const note = files?.note ?? null;
  const entry = useMemo(
    (): Unsaved => ({
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

export function unsavedOnLeave(): { readonly isTyped: boolean; readonly notes: readonly string[] } {
  const forms = unsaved.get().map(({ value }) => value);
  return { isTyped: forms.some(({ isTyped }) => isTyped), notes: forms.flatMap(({ files }) => files?.note ?? []) };
}

export function canSaveToLeave(): boolean {
  const typed = unsaved.get().filter(({ value }) => value.isTyped);
  return typed.length > 0 && typed.every(({ value }) => value.save !== null);
}

export async function saveToLeave(): Promise<boolean> {
  for (const { value } of unsaved.get()) if (value.isTyped && (await value.save?.()) !== true) return false;
  return true;
}

export function useUnsavedText(): string | null {
  return useStore(unsaved).length > 0 ? unsavedChangesMessage : null;
}

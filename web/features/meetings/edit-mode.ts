import { createStore, useStore } from '../../api/store.ts';

interface Editing {
  readonly meetingId: string;
  /** Just duplicated: its title is still the original's. */
  readonly isCopy: boolean;
}

/** The meeting that is being edited in place; it outlives the move from a new meeting to its saved draft. */
const editing = createStore<Editing | null>(null);

export function useIsEditing(meetingId: string): boolean {
  return useStore(editing)?.meetingId === meetingId;
}

export function useIsCopy(meetingId: string): boolean {
  const current = useStore(editing);
  return current?.meetingId === meetingId && current.isCopy;
}

export function beginEditing(meetingId: string, options: { readonly isCopy?: boolean } = {}): void {
  editing.set({ meetingId, isCopy: options.isCopy ?? false });
}

export function endEditing(): void {
  editing.set(null);
}

import { createStore, useStore } from '../../api/store.ts';

/** The meeting that is being edited in place; it outlives the move from a new meeting to its saved draft. */
const editing = createStore<string | null>(null);

export function useIsEditing(meetingId: string): boolean {
  return useStore(editing) === meetingId;
}

export function beginEditing(meetingId: string): void {
  editing.set(meetingId);
}

export function endEditing(): void {
  editing.set(null);
}

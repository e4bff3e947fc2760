import { createStore, useStore } from '#web/store.ts';

interface Editing {
  readonly meetingId: string;
  /** Just duplicated: its title is still the original's. */
  readonly isCopy: boolean;
  /** It was to be published and has no date yet. */
  readonly lacksDate: boolean;
}

/** The meeting being edited in place; it outlives the navigation from a new meeting to its saved draft. */
const editing = createStore<Editing | null>(null);

export function useIsEditing(meetingId: string): boolean {
  return useStore(editing)?.meetingId === meetingId;
}

/** How the editing of this meeting began; null where it is not edited. */
export function useEditing(meetingId: string): Omit<Editing, 'meetingId'> | null {
  const current = useStore(editing);
  return current?.meetingId === meetingId ? current : null;
}

export function beginEditing(meetingId: string, how: Partial<Omit<Editing, 'meetingId'>> = {}): void {
  editing.set({ meetingId, isCopy: false, lacksDate: false, ...how });
}

export function endEditing(): void {
  editing.set(null);
}

import type { Meeting } from '#contract/meetings.ts';
import { createStore, useStore } from '#web/store.ts';

/** Instants. */
export type OriginalTimes = Readonly<{ start: string; end: string }>;

interface Editing {
  readonly meetingId: string;
  /** Just duplicated: its title is still the original's. */
  readonly isCopy: boolean;
  /** Of a copy: the times of the original, for whichever date is chosen. */
  readonly times: OriginalTimes | null;
  /** It was to be published and has no date yet. */
  readonly lacksDate: boolean;
  /** It was to be published, and the link to join is to be added before. */
  readonly lacksLink: boolean;
}

/** What a copy keeps of when the original takes place; null where it has no date of its own. */
export const originalTimes = ({
  start,
  end,
  date_search: search,
}: Pick<Meeting, 'start' | 'end'> & { readonly date_search: unknown }): OriginalTimes | null =>
  start === null || end === null || search !== null ? null : { start, end };

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
  editing.set({ meetingId, isCopy: false, times: null, lacksDate: false, lacksLink: false, ...how });
}

export function endEditing(): void {
  editing.set(null);
}

import type { Meeting } from '#contract/meetings.ts';
import { createStore, useStore } from '#web/store.ts';

export type OriginalTimes = Readonly<{ start: string; end: string }>;

interface Editing {
  readonly meetingId: string;
  /** Just duplicated, so the title is still the original's. */
  readonly isCopy: boolean;
  /** For a copy: the times of the original, applied to the chosen date. */
  readonly times: OriginalTimes | null;
  /** Publishing was requested, but there is no date yet. */
  readonly lacksDate: boolean;
  /** Publishing was requested, but the link to join is to be added first. */
  readonly lacksLink: boolean;
}

export const originalTimes = ({
  start,
  end,
  date_search: search,
}: Pick<Meeting, 'start' | 'end'> & { readonly date_search: unknown }): OriginalTimes | null =>
  start === null || end === null || search !== null ? null : { start, end };

/** The meeting being edited in place. Survives the navigation from a new meeting to its saved draft. */
const editing = createStore<Editing | null>(null);

export function useIsEditing(meetingId: string): boolean {
  return useStore(editing)?.meetingId === meetingId;
}

/** How editing of this meeting began. Null if it is not being edited. */
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

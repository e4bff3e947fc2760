import type { Meeting } from '#contract/meetings.ts';
import { createStore, useStore } from '#web/store.ts';

export type OriginalTimes = Readonly<{ start: string; end: string }>;

interface Editing {
  readonly meetingId: string;
  readonly isCopy: boolean;
  readonly times: OriginalTimes | null;
  /** True if publishing was requested without a date. */
  readonly lacksDate: boolean;
  /** True if publishing was requested without the join link. */
  readonly lacksLink: boolean;
}

export const originalTimes = ({
  start,
  end,
  date_search: search,
}: Pick<Meeting, 'start' | 'end'> & { readonly date_search: unknown }): OriginalTimes | null =>
  start === null || end === null || search !== null ? null : { start, end };

/** A store, so that edit mode survives the navigation from a new meeting to its saved draft. */
const editing = createStore<Editing | null>(null);

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

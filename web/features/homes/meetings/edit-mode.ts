import type { Meeting } from '#contract/meetings.ts';
import { daysBetween, instantToLocal } from '#domain/local-time.ts';
import { createStore, useStore } from '#web/store.ts';

/** In the board's zone: 'HH:mm', and how many days later it ends. */
export interface KeptTimes {
  readonly start: string;
  readonly end: string;
  readonly days: number;
}

interface Editing {
  readonly meetingId: string;
  /** Just duplicated: its title is still the original's. */
  readonly isCopy: boolean;
  /** Of a copy: the times of the original, for whichever date is chosen. */
  readonly times: KeptTimes | null;
  /** It was to be published and has no date yet. */
  readonly lacksDate: boolean;
}

/** What a copy keeps of when the original takes place; null where it has no date of its own. */
export function keptTimes(
  { start, end, date_search: search }: Pick<Meeting, 'start' | 'end' | 'date_search'>,
  timeZone: string,
): KeptTimes | null {
  if (start === null || end === null || search !== null) return null;
  const from = instantToLocal(start, timeZone);
  const to = instantToLocal(end, timeZone);
  return { start: from.time, end: to.time, days: daysBetween(from.date, to.date) };
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
  editing.set({ meetingId, isCopy: false, times: null, lacksDate: false, ...how });
}

export function endEditing(): void {
  editing.set(null);
}

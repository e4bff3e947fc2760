import type { TimelineItem } from '../../../contract/timeline.ts';
import { isoDate, yearIn } from '../../../domain/dates.ts';

/** What the timeline is narrowed to. */
export type TimelineFilter = 'all' | TimelineItem['itemType'] | 'announcement';

export function ofType(items: readonly TimelineItem[], filter: TimelineFilter): readonly TimelineItem[] {
  return filter === 'all' ? items : items.filter((item) => item.itemType === filter);
}

/** Newest first stays as it is; the mark 'Today' stands between what comes (today included) and what was. */
export function splitAtToday<T extends { readonly sortDate: string }>(
  items: readonly T[],
  today: { readonly now: Date; readonly timeZone: string },
): { readonly coming: readonly T[]; readonly past: readonly T[] } {
  const day = isoDate(today.now, today.timeZone);
  const isComing = (item: T): boolean => isoDate(item.sortDate, today.timeZone) >= day;
  return { coming: items.filter(isComing), past: items.filter((item) => !isComing(item)) };
}

/** 'Dec 17' and under it 'Thursday', or the year where it is another one than now. */
export function rowDate(
  instant: string,
  today: { readonly now: Date; readonly timeZone: string },
): { readonly day: string; readonly under: string } {
  const { timeZone } = today;
  const date = new Date(instant);
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(date);
  const year = yearIn(instant, timeZone);
  return {
    day: part({ month: 'short', day: 'numeric' }),
    under: year === yearIn(today.now, timeZone) ? part({ weekday: 'long' }) : String(year),
  };
}

/** '1 document', '11 documents'; nothing for none. */
export function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

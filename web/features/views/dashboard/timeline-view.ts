import type { TimelineItem } from '#contract/timeline.ts';
import { isoDate } from '#domain/dates.ts';

/** What the timeline is narrowed to. */
export type TimelineFilter = 'all' | TimelineItem['itemType'];

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

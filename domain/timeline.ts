/** Timeline items of meetings and announcements (specification 3 and 4), fields named as on the wire. */
export const timelineItemTypes = ['meeting', 'announcement'] as const;
export type TimelineItemType = (typeof timelineItemTypes)[number];

/** Dates are ISO 8601 instants. */
export interface TimelineDates {
  readonly itemType: TimelineItemType;
  readonly start: string | null;
  readonly publish_on: string | null;
  readonly created_at: string;
}

export interface TimelinePosition {
  readonly id: string;
  readonly itemType: TimelineItemType;
  readonly sortDate: string;
}

/** A meeting stands at its start, an announcement at its publication; either, while it has none, at its making. */
export function timelineSortDate(item: TimelineDates): string {
  return (item.itemType === 'meeting' ? item.start : item.publish_on) ?? item.created_at;
}

/** Newest first; items of one instant keep a fixed order, so that a list never flickers. */
export function compareTimeline(a: TimelinePosition, b: TimelinePosition): number {
  return (
    Date.parse(b.sortDate) - Date.parse(a.sortDate) ||
    a.itemType.localeCompare(b.itemType) ||
    (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  );
}

export function sortTimeline<T extends TimelinePosition>(items: readonly T[]): readonly T[] {
  return items.toSorted(compareTimeline);
}

/** The timeline after an item was added or updated, sorted again (specification 4). */
export function withTimelineItem<T extends TimelinePosition>(items: readonly T[], item: T): readonly T[] {
  const others = items.filter((other) => other.id !== item.id || other.itemType !== item.itemType);
  return sortTimeline([...others, item]);
}

type TimelineItemType = 'meeting' | 'announcement';

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

export function timelineSortDate(item: TimelineDates): string {
  return (item.itemType === 'meeting' ? item.start : item.publish_on) ?? item.created_at;
}

export function sortTimeline<T extends TimelinePosition>(items: readonly T[]): readonly T[] {
  return items.toSorted(
    (a, b) =>
      Date.parse(b.sortDate) - Date.parse(a.sortDate) ||
      a.itemType.localeCompare(b.itemType) ||
      (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  );
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortTimeline, timelineSortDate } from './timeline.ts';

const dates = { start: '2026-11-19T13:30:00Z', publish_on: '2026-11-02T12:00:00Z', created_at: '2026-10-01T12:00:00Z' };

test('meetings are sorted by start and announcements by publication, or by creation if no date is set', () => {
  expect(timelineSortDate({ ...dates, itemType: 'meeting' })).toBe(dates.start);
  expect(timelineSortDate({ ...dates, itemType: 'announcement' })).toBe(dates.publish_on);
  expect(timelineSortDate({ ...dates, itemType: 'meeting', start: null })).toBe(dates.created_at);
  expect(timelineSortDate({ ...dates, itemType: 'announcement', publish_on: null })).toBe(dates.created_at);
});

const anyPlace = fc.record({
  id: fc.nat(6).map(String),
  itemType: fc.constantFrom('meeting' as const, 'announcement' as const),
  sortDate: fc.nat(5).map((day) => `2026-11-0${day + 1}T12:00:00Z`),
});

test('the timeline is sorted newest first, whatever the order of the input', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyPlace, { selector: (each) => each.itemType + each.id }), (items) => {
      const sorted = sortTimeline(items);
      expect(sortTimeline(items.toReversed())).toEqual(sorted);
      expect(sorted.map((each) => each.sortDate)).toEqual(
        items
          .map((each) => each.sortDate)
          .toSorted()
          .toReversed(),
      );
    }),
  );
});

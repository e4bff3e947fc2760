import { expect, test } from 'vitest';
import { isClosed } from '#server/features/homes/meetings/base/policy.ts';
import type { MeetingTimes } from '#server/features/homes/meetings/base/queries.ts';

const ends = new Date('2026-11-16T12:00:00Z');
const config = { editsCloseMinutesAfter: 60 };
const minutesAfter = (minutes: number): Date => new Date(ends.getTime() + minutes * 60_000);
const states = ['draft', 'finding-date', 'published', 'cancelled'] as const;
const closed = (now: Date, reopened = false) =>
  states.map((state) => {
    const times = { state, starts_at: minutesAfter(-60), ends_at: ends } as MeetingTimes;
    return isClosed({ now }, config, { ...times, reopened_at: reopened ? now : null });
  });

test('what has been scheduled closes its time after its end, unless it was reopened; what has not never does', () => {
  expect(closed(minutesAfter(59))).toEqual([false, false, false, false]);
  expect(closed(minutesAfter(60))).toEqual([false, false, true, true]);
  expect(closed(minutesAfter(60), true)).toEqual([false, false, false, false]);
});

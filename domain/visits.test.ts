import { expect, test } from 'vitest';
import { isVisitDue, visitBefore } from './visits.ts';

const now = new Date('2026-11-16T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const earlier = before(86_400_000);
const kept = (ms: number) => ({ last_visited_at: before(ms), previous_visited_at: earlier });

test('returning within half an hour continues the visit', () => {
  expect(visitBefore(null, now)).toBeNull();
  expect(visitBefore({ last_visited_at: null, previous_visited_at: null }, now)).toBeNull();
  expect(visitBefore(kept(1_799_999), now)).toEqual(earlier);
  expect(visitBefore(kept(1_800_000), now)).toEqual(before(1_800_000));
});

test('a visit is stored at most once a minute', () => {
  expect([isVisitDue(null, now), isVisitDue(kept(59_999), now), isVisitDue(kept(60_000), now)]).toEqual([
    true,
    false,
    true,
  ]);
});

import { expect, test } from 'vitest';
import { splitAtNow } from './timeline-section.tsx';

test('the timeline is split at the present moment', () => {
  const items = ['2026-12-17T13:30:00Z', '2026-11-16T12:00:01Z', '2026-11-16T12:00:00Z', '2026-11-15T09:00:00Z'].map(
    (sortDate) => ({ sortDate }),
  );
  const { upcoming, past } = splitAtNow(items, new Date('2026-11-16T12:00:00Z'));
  expect([upcoming, past]).toEqual([items.slice(0, 2), items.slice(2)]);
});

test('a meeting that was adjourned before its planned start is not upcoming', () => {
  const sortDate = '2026-11-16T12:10:00Z';
  const [adjourned, coming] = [
    { sortDate, meeting: { is_adjourned: true } },
    { sortDate, meeting: { is_adjourned: false } },
  ];
  const { upcoming, past } = splitAtNow([adjourned, coming], new Date('2026-11-16T12:00:00Z'));
  expect([upcoming, past]).toEqual([[coming], [adjourned]]);
});

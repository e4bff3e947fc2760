import { expect, test } from 'vitest';
import { splitAtNow } from './timeline-section.tsx';

test('the timeline is split at the present moment', () => {
  const items = ['2026-12-17T13:30:00Z', '2026-11-16T12:00:01Z', '2026-11-16T12:00:00Z', '2026-11-15T09:00:00Z'].map(
    (sortDate) => ({ sortDate }),
  );
  const { upcoming, past } = splitAtNow(items, new Date('2026-11-16T12:00:00Z'));
  expect([upcoming, past]).toEqual([items.slice(0, 2), items.slice(2)]);
});

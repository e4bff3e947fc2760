import { expect, test } from 'vitest';
import { splitAtToday } from './timeline-section.tsx';

const today = { now: new Date('2026-11-16T12:00:00Z'), timeZone: 'America/Halifax' };
const at = (sortDate: string) => ({ sortDate });

test('S3.6 M22 upcoming items, today’s included, are nearest first, before past ones', () => {
  const items = [at('2026-12-17T13:30:00Z'), at('2026-11-16T05:00:00Z'), at('2026-11-16T03:00:00Z')];
  const { upcoming, past } = splitAtToday(items, today);
  expect(upcoming).toEqual([items[1], items[0]]);
  // 3 in the morning UTC is still the day before in Halifax.
  expect(past).toEqual(items.slice(2));
});

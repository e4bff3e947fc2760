import { expect, test } from 'vitest';
import { contentsOf, placeOf, replyOf } from './meeting-words.ts';
import { rowDate, splitAtToday } from './timeline-view.ts';

const today = { now: new Date('2026-11-16T12:00:00Z'), timeZone: 'America/Halifax' };
const at = (sortDate: string) => ({ sortDate });

test('S3.6 the mark of today stands between what comes, today included, and what was', () => {
  const items = [at('2026-12-17T13:30:00Z'), at('2026-11-16T05:00:00Z'), at('2026-11-16T03:00:00Z')];
  const { coming, past } = splitAtToday(items, today);
  expect(coming).toEqual(items.slice(0, 2));
  // 3 in the morning UTC is still the day before in Halifax.
  expect(past).toEqual(items.slice(2));
});

test('a row has its weekday, or its year where that is another one', () => {
  expect(rowDate('2026-12-17T13:30:00Z', today)).toEqual({ day: 'Dec 17', under: 'Thursday' });
  expect(rowDate('2027-01-01T03:00:00Z', today)).toEqual({ day: 'Dec 31', under: 'Thursday' });
  expect(rowDate('2025-12-18T13:30:00Z', today)).toEqual({ day: 'Dec 18', under: '2025' });
});

test('a meeting says where it is and what it holds', () => {
  expect(placeOf({ type: 'hybrid', location: 'Room 2' })).toBe('Room 2, or remote');
  expect(placeOf({ type: 'remote', location: '' })).toBe('Remote');
  expect(contentsOf({ agenda_item_count: 8, document_count: 1 })).toBe('8 agenda items, 1 document');
  expect(contentsOf({ agenda_item_count: 0, document_count: 0 })).toBeNull();
});

test('S4.17 a row ends with the reader’s answer, or with their attendance once it was marked', () => {
  const status = { acceptance: 'accepted', attendance: false, answered_at: null } as const;
  expect(replyOf({ type: 'remote', meeting_status: status })).toEqual({
    kind: 'accepted-remote',
    label: 'Going remote',
  });
  expect(replyOf({ type: 'hybrid', meeting_status: { ...status, acceptance: 'none' } })?.label).toBe('No Reply');
  expect(replyOf({ type: 'hybrid', meeting_status: { ...status, attendance: true } })?.label).toBe('In Attendance');
  expect(replyOf({ type: 'hybrid', meeting_status: null })).toBeNull();
});

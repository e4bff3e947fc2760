import { expect, test } from 'vitest';
import {
  attendanceReason,
  dateOptionLabels,
  isRoomOpen,
  nextMeetingText,
  overText,
  pendingNotice,
  replyOf,
} from './meeting-labels.ts';

const halifax = 'America/Halifax';

test('proposed dates have labels for one day, several days and several months, in the board’s time zone', () => {
  const start = '2027-01-29T14:00:00Z';
  expect(dateOptionLabels({ start, end: '2027-01-29T17:00:00Z' }, halifax)).toEqual({
    day: 'Jan 29',
    time: 'Fri, 10:00 AM',
    date: 'Friday, January 29, 2027',
    times: '10:00 AM – 1:00 PM AST',
    whole: 'Friday, January 29, 2027, 10:00 AM – 1:00 PM AST',
  });
  expect(dateOptionLabels({ start, end: '2027-01-31T16:00:00Z' }, halifax)).toMatchObject({
    day: 'Jan 29 – 31',
    times: '10:00 AM – 1/31/2027, 12:00 PM AST',
  });
  expect(dateOptionLabels({ start, end: '2027-02-01T16:00:00Z' }, halifax).day).toBe('Jan 29 – Feb 1');
  const late = { start: '2027-01-30T01:00:00Z', end: '2027-01-30T03:00:00Z' };
  expect(dateOptionLabels(late, halifax).day).toBe('Jan 29');
  expect(dateOptionLabels(late, 'Australia/Lord_Howe').day).toBe('Jan 30');
});

test('the notice about pending invitees names the person if there is only one, and otherwise states how many there are', () => {
  expect(pendingNotice(['Daniel Tremblay'])).toBe(
    'Daniel Tremblay has not joined yet and gets no notifications. You can reply for them.',
  );
  expect(pendingNotice(['Daniel Tremblay', 'Sunita Gill'])).toBe(
    '2 people have not joined yet and get no notifications. You can reply for them.',
  );
  expect(pendingNotice([])).toBeNull();
});

test('a meeting row shows the attendance if it is marked, and otherwise the reply', () => {
  const status = { acceptance: 'accepted', attendance: null, answered_at: null } as const;
  const opens = new Date('2026-11-16T11:30:00Z');
  const at = { opensMinutes: 30, now: opens };
  const row = { type: 'remote', start: '2026-11-16T12:00:00Z', meeting_status: status } as const;
  const marked = (attendance: boolean) => ({ ...row, meeting_status: { ...status, attendance } });
  expect(replyOf(row, at)).toEqual({ kind: 'accepted-remote', label: 'Going remote' });
  expect(replyOf(marked(true), at)).toEqual({ kind: 'accepted', label: 'In Attendance' });
  expect(replyOf(marked(false), at)).toEqual({ kind: 'declined', label: 'Not In Attendance' });
  expect(replyOf(marked(false), { ...at, now: new Date(opens.getTime() - 1) })).toEqual({
    kind: 'declined',
    label: 'Apologies',
  });
  expect(replyOf({ ...marked(false), start: null }, at)?.label).toBe('Not In Attendance');
  const silent = { ...status, acceptance: 'none' } as const;
  expect(replyOf({ ...row, type: 'hybrid', meeting_status: silent }, at)?.label).toBe('No Reply');
  expect(replyOf({ ...row, meeting_status: null }, at)).toBeNull();
});

test('notices state who can reopen a closed meeting, and until when attendance can be recorded after a meeting', () => {
  const closed = (reopen: boolean) =>
    attendanceReason({ is_closed: true, has_final_minutes: false, can: { reopen } }, 30);
  expect(closed(true)).toBe('This meeting is over and is now read-only. Reopen it to change attendance.');
  expect(closed(false)).toBe('This meeting is over and is now read-only. A board admin can reopen it.');
  const meeting = { end: '2026-11-23T16:00:00Z', closes_at: '2026-11-30T16:00:00Z', is_reopened: false };
  const at = (now: string) => ({ timeZone: 'America/Halifax', now: new Date(now) });
  expect(overText(meeting, at('2026-11-23T15:00:00Z'))).toBeNull();
  expect(overText(meeting, at('2026-11-24T15:00:00Z'))).toBe(
    'This meeting is over. Attendance and guests can be recorded until Monday, November 30, 2026, 12:00 PM.',
  );
  expect(overText(meeting, at('2026-12-24T15:00:00Z'))).toBeNull();
  expect(overText({ ...meeting, is_reopened: true }, at('2026-12-24T15:00:00Z'))).toBe(
    'This meeting is over and was reopened. Attendance and guests can be recorded until it is closed again.',
  );
});

test('the next meeting is labelled “now” from its start time, even after midnight', () => {
  const text = (now: string) => nextMeetingText('2026-11-24T03:32:00Z', new Date(now), halifax);
  expect(text('2026-11-22T15:00:00Z')).toBe('Next meeting, tomorrow');
  expect(text('2026-11-24T03:31:00Z')).toBe('Next meeting, today');
  expect([text('2026-11-24T03:32:00Z'), text('2026-11-24T04:10:00Z')]).toEqual(['Meeting, now', 'Meeting, now']);
});

test('the room of a published meeting opens the given number of minutes before the start', () => {
  const isOpen = (now: string, state: 'published' | 'cancelled' = 'published') =>
    isRoomOpen({ start: '2026-11-16T12:00:00Z', state }, { opensMinutes: 30, now: new Date(now) });
  const open = ['11:29:59', '11:30:00', '13:00:00'].map((time) => isOpen(`2026-11-16T${time}Z`));
  expect(open).toEqual([false, true, true]);
  expect(isOpen('2026-11-16T12:00:00Z', 'cancelled')).toBe(false);
});

import { expect, test } from 'vitest';
import { locationText } from '#domain/rsvp.ts';
import {
  answerTotalsText,
  attendanceReason,
  contentsOf,
  dateOptionLabels,
  documentsText,
  isRoomOpen,
  nextMeetingText,
  overAlreadyText,
  overText,
  pendingNotice,
  replyOf,
  shortDay,
} from './meeting-labels.ts';

const halifax = 'America/Halifax';

test('a date within a day, over days of a month, and over the turn of a month', () => {
  const start = '2027-01-29T14:00:00Z';
  expect(dateOptionLabels({ start, end: '2027-01-29T17:00:00Z' }, halifax)).toEqual({
    ...{ day: 'Jan 29', time: 'Fri, 10:00 AM' },
    ...{ date: 'Friday, January 29, 2027', times: '10:00 AM – 1:00 PM AST' },
    whole: 'Friday, January 29, 2027, 10:00 AM – 1:00 PM AST',
  });
  expect(dateOptionLabels({ start, end: '2027-01-31T16:00:00Z' }, halifax)).toMatchObject({
    ...{ day: 'Jan 29 – 31', times: '10:00 AM – 1/31/2027, 12:00 PM AST' },
  });
  expect(dateOptionLabels({ start, end: '2027-02-01T16:00:00Z' }, halifax).day).toBe('Jan 29 – Feb 1');
});

test('the day is that of the board, not of the reader', () => {
  const late = { start: '2027-01-30T01:00:00Z', end: '2027-01-30T03:00:00Z' };
  expect(dateOptionLabels(late, halifax).day).toBe('Jan 29');
  expect(dateOptionLabels(late, 'Australia/Lord_Howe').day).toBe('Jan 30');
});

test.each([
  [{ yes: 4, if_need_be: 2, no: 1 }, '4 yes, 2 if need be, 1 no'],
  [{ yes: 0, if_need_be: 1, no: 0 }, '1 if need be'],
  [{ yes: 0, if_need_be: 0, no: 0 }, 'No answers yet'],
])('totals in words: %o', (totals, expected) => {
  expect(answerTotalsText(totals)).toBe(expected);
});

const at = { timeZone: 'America/Halifax', now: '2026-11-21T08:00:00Z' };

test('a day is that of the board’s zone, with its year where it is not this one', () => {
  expect(shortDay('2026-12-03T20:00:00Z', at)).toEqual({ day: 'Dec 3', under: 'Thursday' });
  expect(shortDay('2027-01-23T02:00:00Z', at)).toEqual({ day: 'Jan 22', under: 'Fri, 2027' });
  expect(shortDay('2027-01-01T02:00:00Z', at)).toEqual({ day: 'Dec 31', under: 'Thursday' });
});

test('S4.19 the notice says that pending invitees get no notifications, and that one may reply for them', () => {
  expect(pendingNotice(['Daniel Tremblay'])).toBe(
    'Daniel Tremblay has not joined yet and gets no notifications. You can reply for them.',
  );
  expect(pendingNotice(['Daniel Tremblay', 'Sunita Gill'])).toBe(
    '2 people have not joined yet and get no notifications. You can reply for them.',
  );
  expect(pendingNotice([])).toBeNull();
});

test('S4.17 a row ends with the attendance once it is marked, else with the answer', () => {
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

test('a place says that one may also join from afar only where one may', () => {
  expect(locationText({ type: 'hybrid', location: 'Room 2' })).toBe('Room 2, or remote');
  expect(locationText({ type: 'in-person', location: 'Room 2' })).toBe('Room 2');
  expect(locationText({ type: 'remote', location: '' })).toBe('Remote');
  expect(documentsText(0)).toBe('No documents yet');
});

test('a meeting says what it holds', () => {
  expect(contentsOf({ agenda_item_count: 8, document_count: 1 })).toBe('8 agenda items, 1 document');
  expect(contentsOf({ agenda_item_count: 0, document_count: 2 })).toBe('2 documents');
  expect(contentsOf({ agenda_item_count: 0, document_count: 0 })).toBeNull();
});

test('M16 a locked attendance names Reopen, and one that is over says until when it can be noted', () => {
  const closed = (reopen: boolean) =>
    attendanceReason({ is_closed: true, has_final_minutes: false, can: { reopen } }, 30);
  expect(closed(true)).toBe('This meeting is over and has become read-only. Reopen it to change attendance.');
  expect(closed(false)).toBe('This meeting is over and has become read-only. A board admin can reopen it.');
  const meeting = { end: '2026-11-23T16:00:00Z', closes_at: '2026-11-30T16:00:00Z', is_reopened: false };
  const at = (now: string) => ({ timeZone: 'America/Halifax', now: new Date(now) });
  expect(overText(meeting, at('2026-11-23T15:00:00Z'))).toBeNull();
  expect(overText(meeting, at('2026-11-24T15:00:00Z'))).toBe(
    'This meeting is over. Attendance and guests can be noted until Monday, November 30, 2026, 12:00 PM.',
  );
  expect(overText(meeting, at('2026-12-24T15:00:00Z'))).toBeNull();
  expect(overText({ ...meeting, is_reopened: true }, at('2026-12-24T15:00:00Z'))).toBe(
    'This meeting is over and was reopened. Attendance and guests can be noted until it is closed again.',
  );
});

test('the next meeting is now from its start on, also after midnight', () => {
  const text = (now: string) => nextMeetingText('2026-11-24T03:32:00Z', new Date(now), halifax);
  expect(text('2026-11-22T15:00:00Z')).toBe('Next meeting, tomorrow');
  expect(text('2026-11-24T03:31:00Z')).toBe('Next meeting, today');
  expect([text('2026-11-24T03:32:00Z'), text('2026-11-24T04:10:00Z')]).toEqual(['Meeting, now', 'Meeting, now']);
});

test('times that are over are warned of before members are told; those to come, and none at all, are not', () => {
  const now = new Date('2026-11-23T16:00:00Z');
  expect(overAlreadyText('2026-11-23T15:59:00Z', now)).toMatch(/over already/);
  expect([overAlreadyText('2026-11-23T16:01:00Z', now), overAlreadyText(null, now)]).toEqual([null, null]);
});

test('M16 the room is open from when attendance is, of a published meeting', () => {
  const isOpen = (now: string, state: 'published' | 'cancelled' = 'published') =>
    isRoomOpen({ start: '2026-11-16T12:00:00Z', state }, { opensMinutes: 30, now: new Date(now) });
  expect([isOpen('2026-11-16T11:29:59Z'), isOpen('2026-11-16T11:30:00Z'), isOpen('2026-11-16T13:00:00Z')]).toEqual([
    ...[false, true, true],
  ]);
  expect(isOpen('2026-11-16T12:00:00Z', 'cancelled')).toBe(false);
});

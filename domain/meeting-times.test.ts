import { describe, expect, test } from 'vitest';
import { dateOptionsError, meetingEndError, meetingTimesErrors } from './meeting-times.ts';

const times = { date: '2026-11-19', end_date: '', start: '09:30', end: '12:00' };

describe('meeting times', () => {
  test('complete times pass', () => {
    expect(meetingTimesErrors(times, true)).toEqual({ date: null, end_date: null, start: null, end: null });
  });
  test('S5.4 a missing date is said only when required', () => {
    expect(meetingTimesErrors({ ...times, date: '' }, true).date).toBe('This field cannot be empty');
    expect(meetingTimesErrors({ ...times, date: '2026-02-30' }, true).date).toBe('This field cannot be empty');
    expect(meetingTimesErrors({ ...times, date: '' }, false).date).toBeNull();
  });
  test('S5.5 a missing start or end is said only when required', () => {
    expect(meetingTimesErrors({ ...times, start: '', end: '' }, true)).toEqual({
      date: null,
      end_date: null,
      start: 'Cannot be empty',
      end: 'Cannot be empty',
    });
    expect(meetingTimesErrors({ date: '', end_date: '', start: '', end: '' }, false)).toEqual({
      date: null,
      end_date: null,
      start: null,
      end: null,
    });
  });
  test('S5.6 an end before the start is refused, required or not', () => {
    const message = 'The meeting cannot end before it begins';
    expect(meetingTimesErrors({ ...times, end: '09:29' }, true).end).toBe(message);
    expect(meetingTimesErrors({ ...times, end: '09:29' }, false).end).toBe(message);
    expect(meetingTimesErrors({ ...times, end: '09:30' }, true).end).toBeNull();
    expect(meetingTimesErrors({ ...times, end_date: '2026-11-18' }, true).end_date).toBe(message);
    expect(meetingTimesErrors({ ...times, end_date: '2026-11-19', end: '09:29' }, true).end).toBe(message);
    expect(meetingTimesErrors({ ...times, end_date: '2026-11-20', end: '08:00' }, true)).toEqual({
      ...{ date: null, end_date: null, start: null, end: null },
    });
    expect(meetingEndError(new Date(2), new Date(1))).toBe(message);
    expect(meetingEndError(new Date(1), new Date(1))).toBeNull();
  });
});

test('S5.7 find-a-date needs two options', () => {
  const message = 'You need to pick at least 2 options.';
  expect([[], [1], [1, 2]].map(dateOptionsError)).toEqual([message, message, null]);
});

import { describe, expect, test } from 'vitest';
import { agendaOverrun, dateOptionsError, meetingEndError, meetingTimesErrors } from './meeting-times.ts';

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

describe('M12 an agenda longer than its meeting', () => {
  const over = (minutes: number, given: object = {}) =>
    agendaOverrun({ ...times, ...given }, minutes, 'America/Halifax');
  test('says by how much, and which end would fit it', () => {
    expect(over(185)).toEqual({ minutes: 35, end: '12:35', end_date: '' });
    expect(over(150)).toBeNull();
    expect(over(0)).toBeNull();
  });
  test('past midnight the end has a day of its own', () => {
    expect(over(120, { start: '23:00', end: '23:30' })).toEqual({ minutes: 90, end: '01:00', end_date: '2026-11-20' });
    expect(over(60 * 26, { end_date: '2026-11-20', end: '09:30' })?.end_date).toBe('2026-11-20');
  });
  test('where the clocks change, the hours are those that pass', () => {
    expect(over(180, { date: '2027-03-14', start: '01:00', end: '03:30' })).toEqual({
      minutes: 90,
      end: '05:00',
      end_date: '',
    });
  });
  test('nothing is said while times are missing or wrong', () => {
    for (const given of [{ date: '' }, { start: '' }, { end: '' }, { end: '09:00' }])
      expect(over(600, given)).toBeNull();
  });
});

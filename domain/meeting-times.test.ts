import { describe, expect, test } from 'vitest';
import { agendaOverrun, meetingEndError, meetingTimesErrors } from './meeting-times.ts';

const times = { date: '2026-11-19', end_date: '', start: '09:30', end: '12:00' };

test('only a draft may have no times, and a meeting never ends before it starts', () => {
  const valid = { date: null, end_date: null, start: null, end: null };
  const before = 'The meeting cannot end before it begins';
  expect(meetingTimesErrors(times, true)).toEqual(valid);
  expect(meetingTimesErrors({ ...times, date: '2026-02-30' }, true).date).toBe('This field cannot be empty');
  expect(meetingTimesErrors({ date: '', end_date: '', start: '', end: '' }, false)).toEqual(valid);
  for (const required of [true, false])
    expect(meetingTimesErrors({ ...times, end: '09:29' }, required).end).toBe(before);
  expect(meetingTimesErrors({ ...times, end: '09:30' }, true)).toEqual(valid);
  expect(meetingTimesErrors({ ...times, end_date: '2026-11-18' }, true).end_date).toBe(before);
  expect(meetingTimesErrors({ ...times, end_date: '2026-11-19', end: '09:29' }, true).end).toBe(before);
  expect(meetingTimesErrors({ ...times, end_date: '2026-11-20', end: '08:00' }, true)).toEqual(valid);
  expect([meetingEndError(new Date(2), new Date(1)), meetingEndError(new Date(1), new Date(1))]).toEqual([
    before,
    null,
  ]);
});

describe('an agenda that is longer than its meeting', () => {
  const over = (minutes: number, given: object = {}) =>
    agendaOverrun({ ...times, ...given }, minutes, 'America/Halifax');
  test('is reported with the excess and the required end time', () => {
    expect(over(185)).toEqual({ minutes: 35, end: '12:35', end_date: '' });
    expect(over(150)).toBeNull();
    expect(over(0)).toBeNull();
  });
  test('is reported with the end date if the required end time is after midnight', () => {
    expect(over(120, { start: '23:00', end: '23:30' })).toEqual({ minutes: 90, end: '01:00', end_date: '2026-11-20' });
    expect(over(60 * 26, { end_date: '2026-11-20', end: '09:30' })?.end_date).toBe('2026-11-20');
  });
  test('is measured in elapsed hours when the clocks change', () => {
    expect(over(180, { date: '2027-03-14', start: '01:00', end: '03:30' })).toEqual({
      minutes: 90,
      end: '05:00',
      end_date: '',
    });
  });
  test('is not reported if times are missing or invalid', () => {
    for (const given of [{ date: '' }, { start: '' }, { end: '' }, { end: '09:00' }])
      expect(over(600, given)).toBeNull();
  });
});

import { expect, test } from 'vitest';
import { areEditsClosed, attendanceState, type MeetingWindow } from './meeting-window.ts';

const window: MeetingWindow = {
  start: new Date('2026-11-19T13:30:00Z'),
  end: new Date('2026-11-19T16:00:00Z'),
  reopened: false,
  opensMinutesBefore: 30,
  closesMinutesAfter: 10_080,
};
const at = (iso: string): Date => new Date(iso);

test('attendance can be recorded from half an hour before a meeting starts', () => {
  expect(attendanceState(window, at('2026-11-19T12:59:59Z'))).toBe('not-yet');
  expect(attendanceState(window, at('2026-11-19T13:00:00Z'))).toBe('open');
  expect(attendanceState(window, at('2026-11-20T13:00:00Z'))).toBe('open');
});

test('a meeting can be edited and its attendance recorded until a week after it ends', () => {
  expect(areEditsClosed(window, at('2026-11-26T15:59:59Z'))).toBe(false);
  expect(areEditsClosed(window, at('2026-11-26T16:00:00Z'))).toBe(true);
  expect(attendanceState(window, at('2026-11-26T16:00:00Z'))).toBe('closed');
});

test('a reopened meeting can be edited again', () => {
  const later = at('2027-01-01T00:00:00Z');
  expect(areEditsClosed({ ...window, reopened: true }, later)).toBe(false);
  expect(attendanceState({ ...window, reopened: true }, later)).toBe('open');
});

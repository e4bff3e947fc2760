import { expect, test } from 'vitest';
import { countAttendance, listCountText, roomText } from './use-attendance.ts';

test('attendance is counted, and an invitee without a record does not count as absent', () => {
  const counts = countAttendance([true, true, false, null]);
  expect(counts).toEqual({ present: 2, absent: 1, unrecorded: 1 });
  expect(listCountText(counts)).toBe('2 in attendance, 1 to mark');
  expect(roomText(counts, 'Not In Attendance')).toBe('1 Not In Attendance, 1 not marked yet');
  expect(listCountText(countAttendance([true]))).toBe('1 in attendance');
  expect(roomText(countAttendance([true]), 'Not In Attendance')).toBe('Everybody is here');
});

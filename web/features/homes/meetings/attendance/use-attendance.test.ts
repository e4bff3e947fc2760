import { expect, test } from 'vitest';
import { countMarks, listWords, roomWords } from './use-attendance.ts';

test('marks are counted, and nobody who is not marked counts as absent', () => {
  const counts = countMarks([true, true, false, null]);
  expect(counts).toEqual({ present: 2, absent: 1, unmarked: 1 });
  expect(listWords(counts)).toBe('2 in attendance, 1 to mark');
  expect(roomWords(counts, 'Not In Attendance')).toBe('1 Not In Attendance, 1 not marked yet');
  expect(listWords(countMarks([true]))).toBe('1 in attendance');
  expect(roomWords(countMarks([true]), 'Not In Attendance')).toBe('Everybody is here');
});

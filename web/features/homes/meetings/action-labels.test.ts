import { expect, test } from 'vitest';
import { resetRepliesText } from './action-labels.ts';

test('the rescheduling warning states how many replies and apologies are reset and how many members are notified', () => {
  const none = { replied: 0, marked: 0, areApologies: true, recipients: 2 };
  expect(resetRepliesText({ ...none, replied: 1, recipients: 1 })).toBe(
    '1 reply will be reset, and 1 member will get a message asking for a new reply.',
  );
  expect(resetRepliesText(none)).toBe('Nobody has replied yet. 2 members will get a message asking for a new reply.');
  const reset = (replied: number, marked: number, areApologies = true) =>
    resetRepliesText({ replied, marked, areApologies, recipients: 2 }).split(', ')[0];
  expect(reset(1, 1)).toBe('1 reply and 1 apology will be reset');
  expect(reset(0, 1)).toBe('1 apology will be reset');
  expect(reset(3, 2)).toBe('3 replies and 2 apologies will be reset');
  expect(reset(0, 2, false)).toBe('2 attendance marks will be reset');
});

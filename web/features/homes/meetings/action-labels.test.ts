import { expect, test } from 'vitest';
import { changesText, remindText, resetRepliesText } from './action-labels.ts';

test('M16 a rescheduling says how many replies and apologies it resets and whom it reaches', () => {
  const none = { marked: 0, areApologies: true };
  expect(resetRepliesText({ ...none, replied: 6, recipients: 8 })).toBe(
    '6 replies are reset, and 8 members get a message that asks to reply again.',
  );
  expect(resetRepliesText({ ...none, replied: 1, recipients: 1 })).toBe(
    '1 reply is reset, and 1 member gets a message that asks to reply again.',
  );
  expect(resetRepliesText({ ...none, replied: 0, recipients: 2 })).toBe(
    'Nobody has replied yet. 2 members get a message that asks to reply again.',
  );
  const reset = (replied: number, marked: number, areApologies = true) =>
    resetRepliesText({ replied, marked, areApologies, recipients: 2 }).split(', ')[0];
  expect(reset(1, 1)).toBe('1 reply and 1 apology are reset');
  expect(reset(0, 1)).toBe('1 apology is reset');
  expect(reset(3, 2)).toBe('3 replies and 2 apologies are reset');
  expect(reset(0, 2, false)).toBe('2 attendance marks are reset');
});

test('a reminder and a list of changes name their numbers', () => {
  expect(remindText(1)).toBe('1 member has not replied and gets one message.');
  expect(changesText(3, 8)).toBe('3 changes since members were last told. 8 members get a message that lists them.');
});

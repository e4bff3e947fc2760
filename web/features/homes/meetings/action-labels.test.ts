import { expect, test } from 'vitest';
import { changesText, remindText, resetRepliesText } from './action-labels.ts';

test('a rescheduling says how many replies it resets and whom it reaches', () => {
  expect(resetRepliesText({ replied: 6, recipients: 8 })).toBe(
    '6 replies are reset, and 8 members get a message that asks to reply again.',
  );
  expect(resetRepliesText({ replied: 1, recipients: 1 })).toBe(
    '1 reply is reset, and 1 member gets a message that asks to reply again.',
  );
  expect(resetRepliesText({ replied: 0, recipients: 2 })).toBe(
    'Nobody has replied yet. 2 members get a message that asks to reply again.',
  );
});

test('a reminder and a list of changes name their numbers', () => {
  expect(remindText(1)).toBe('1 member has not replied and gets one message.');
  expect(changesText(3, 8)).toBe('3 changes since members were last told. 8 members get a message that lists them.');
});

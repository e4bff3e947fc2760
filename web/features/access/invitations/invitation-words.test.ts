import { expect, test } from 'vitest';
import { invitedWords, mailWords, readyWords } from './invitation-words.ts';

test('people and lines are counted in words', () => {
  expect([invitedWords(1), invitedWords(3)]).toEqual(['1 person is invited.', '3 people are invited.']);
  expect([readyWords(1, 1), readyWords(3, 6)]).toEqual(['1 ready of 1 line', '3 ready of 6 lines']);
});

test('what became of the message is told with its reason', () => {
  expect(mailWords({ state: 'sent', reason: null })).toBe('Email sent');
  expect(mailWords({ state: 'queued', reason: null })).toBe('Email is on its way');
  expect(mailWords({ state: 'waiting', reason: 'greylisted' })).toBe(
    'Email not delivered yet, trying again: greylisted',
  );
  expect(mailWords({ state: 'failed', reason: 'No such mailbox' })).toBe('Email not delivered: No such mailbox');
});

import { expect, test } from 'vitest';
import { confirmLabel, isAlreadyAnswered, proposedLetter, thanks } from './proposed-reply.ts';

test('a link proposes the answer of its letter, named by the meeting’s type', () => {
  expect(proposedLetter('r', 'hybrid')).toBe('r');
  expect(confirmLabel('r', 'hybrid')).toBe('Confirm: Going remote');
  expect(confirmLabel('y', 'remote')).toBe('Confirm: Going remote');
  expect(confirmLabel('y', 'in-person')).toBe('Confirm: Going in-person');
  expect(confirmLabel('n', 'hybrid')).toBe('Confirm: Not Going');
});

test('a letter that does not fit leaves the question open', () => {
  expect(proposedLetter('y', 'hybrid')).toBeNull();
  expect(proposedLetter('p', 'remote')).toBeNull();
  expect(proposedLetter('m', 'remote')).toBeNull();
  expect(proposedLetter('yes', 'remote')).toBeNull();
});

test('an answer that stands already needs no confirming; another one does', () => {
  expect(isAlreadyAnswered('r', 'accepted-remote', 'hybrid')).toBe(true);
  expect(isAlreadyAnswered('p', 'accepted-remote', 'hybrid')).toBe(false);
  expect(isAlreadyAnswered('r', 'none', 'hybrid')).toBe(false);
  expect(isAlreadyAnswered(null, 'declined', 'hybrid')).toBe(true);
});

test('thanks name the person where the name is known', () => {
  expect(thanks('Sunita')).toBe('Thank you, Sunita. Your reply is recorded.');
  expect(thanks('')).toBe('Your reply is recorded.');
});

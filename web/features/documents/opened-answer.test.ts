import { expect, test } from 'vitest';
import { errorOfStatus, networkError } from '#web/api/call-error.ts';
import { endsOpening, openedAnswer } from './opened-answer.ts';

const answer = (version_id: string | null, preview: 'waiting' | 'made') => ({ document: { version_id, preview } });

test('the first answer is shown, and later ones about the same version; another version is not', () => {
  const [first, later, other] = [answer('1', 'waiting'), answer('1', 'made'), answer('2', 'made')];
  expect(openedAnswer(undefined, undefined)).toBeUndefined();
  expect(openedAnswer(undefined, first)).toBe(first);
  expect(openedAnswer(first, later)).toBe(later);
  expect(openedAnswer(later, other)).toBe(later);
  expect(openedAnswer(later, undefined)).toBe(later);
});

test('a link, which has no version, is shown as it stands now', () => {
  const [first, later] = [answer(null, 'waiting'), answer(null, 'made')];
  expect(openedAnswer(first, later)).toBe(later);
});

test('an opening that failed ends, so that the same link opens again; but not where something is told or asked in its place', () => {
  expect(endsOpening(null)).toBe(false);
  expect(endsOpening(networkError('GET', new TypeError('Failed to fetch')))).toBe(true);
  expect(endsOpening(errorOfStatus(500, 'GET', {}))).toBe(true);
  expect(endsOpening(errorOfStatus(404, 'GET', {}))).toBe(false);
  expect(endsOpening(errorOfStatus(419, 'GET', {}))).toBe(false);
  expect(endsOpening(errorOfStatus(403, 'GET', { step: 'set-up-two-factor' }))).toBe(false);
});

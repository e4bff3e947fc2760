import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings.ts';
import { errorOfStatus, networkError } from '#web/api/call-error.ts';
import { endsOpening, isGone, listedDocuments, neighbourOf, shownDocument } from './opening.ts';

const meeting = {
  documents: [{ id: 'own' }],
  agenda_items: [{ documents: [{ id: 'paper' }] }, { documents: [] }],
} as unknown as Pick<Meeting, 'documents' | 'agenda_items'>;

test('a document counts as deleted if it disappeared from its page or if the server does not find it', () => {
  const listed = listedDocuments(meeting);
  expect([...listed]).toEqual(['own', 'paper']);
  expect(isGone({ documentId: 'paper', listed, isMissing: false })).toBe(false);
  expect(isGone({ documentId: 'removed', listed, isMissing: false })).toBe(true);
  const missing = [true, false].map((isMissing) => isGone({ documentId: 'x', listed: null, isMissing }));
  expect(missing).toEqual([true, false]);
});

test('the next and previous documents are the neighbours in the list', () => {
  const listed = new Set(['a', 'b', 'c']);
  expect(neighbourOf(listed, 'b', -1)).toBe('a');
  expect(neighbourOf(listed, 'b', 1)).toBe('c');
  expect(neighbourOf(listed, 'a', -1)).toBeUndefined();
  expect(neighbourOf(listed, 'c', 1)).toBeUndefined();
  expect([neighbourOf(undefined, 'a', 1), neighbourOf(listed, 'x', 1)]).toEqual([undefined, undefined]);
});

const answer = (version_id: string | null, preview: 'waiting' | 'made') => ({ document: { version_id, preview } });

test('an open document is updated with new data of the same version, but not replaced by another version', () => {
  const [first, later, other] = [answer('1', 'waiting'), answer('1', 'made'), answer('2', 'made')];
  expect(shownDocument(undefined, undefined)).toBeUndefined();
  expect(shownDocument(undefined, first)).toBe(first);
  expect(shownDocument(first, later)).toBe(later);
  expect(shownDocument(later, other)).toBe(later);
  expect(shownDocument(later, undefined)).toBe(later);
  const link = answer(null, 'made');
  expect(shownDocument(answer(null, 'waiting'), link)).toBe(link);
});

test('a document that fails to load is closed, unless a message or a sign-in step is shown instead', () => {
  expect(endsOpening(null)).toBe(false);
  expect(endsOpening(networkError('GET', new TypeError('Failed to fetch')))).toBe(true);
  expect(endsOpening(errorOfStatus(500, 'GET', {}))).toBe(true);
  expect(endsOpening(errorOfStatus(404, 'GET', {}))).toBe(false);
  expect(endsOpening(errorOfStatus(419, 'GET', {}))).toBe(false);
  expect(endsOpening(errorOfStatus(403, 'GET', { step: 'set-up-two-factor' }))).toBe(false);
});

import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings.ts';
import { errorOfStatus, networkError } from '#web/api/call-error.ts';
import { endsOpening, isGone, listedDocuments, neighbourOf, shownDocument } from './opening.ts';

const meeting = {
  documents: [{ id: 'own' }],
  agenda_items: [{ documents: [{ id: 'paper' }] }, { documents: [] }],
} as unknown as Pick<Meeting, 'documents' | 'agenda_items'>;

test('S4.8 S8.24 a document that has left the list is gone, whatever the viewer still holds', () => {
  const listed = listedDocuments(meeting);
  expect([...listed]).toEqual(['own', 'paper']);
  expect(isGone({ documentId: 'paper', listed, isMissing: false })).toBe(false);
  expect(isGone({ documentId: 'removed', listed, isMissing: false })).toBe(true);
});

test('S8.24 a document that the server does not find is gone on every page', () => {
  expect(isGone({ documentId: 'x', listed: null, isMissing: true })).toBe(true);
  expect(isGone({ documentId: 'x', listed: null, isMissing: false })).toBe(false);
});

test('documents follow one another as their page lists them', () => {
  const listed = new Set(['a', 'b', 'c']);
  expect(neighbourOf(listed, 'b', -1)).toBe('a');
  expect(neighbourOf(listed, 'b', 1)).toBe('c');
  expect(neighbourOf(listed, 'a', -1)).toBeUndefined();
  expect(neighbourOf(listed, 'c', 1)).toBeUndefined();
});

test('without a list, or outside of it, there is none', () => {
  expect(neighbourOf(undefined, 'a', 1)).toBeUndefined();
  expect(neighbourOf(new Set(['a']), 'b', 1)).toBeUndefined();
});

const answer = (version_id: string | null, preview: 'waiting' | 'made') => ({ document: { version_id, preview } });

test('the first answer is shown, and later ones about the same version; another version is not', () => {
  const [first, later, other] = [answer('1', 'waiting'), answer('1', 'made'), answer('2', 'made')];
  expect(shownDocument(undefined, undefined)).toBeUndefined();
  expect(shownDocument(undefined, first)).toBe(first);
  expect(shownDocument(first, later)).toBe(later);
  expect(shownDocument(later, other)).toBe(later);
  expect(shownDocument(later, undefined)).toBe(later);
});

test('a link, which has no version, is shown as it stands now', () => {
  const [first, later] = [answer(null, 'waiting'), answer(null, 'made')];
  expect(shownDocument(first, later)).toBe(later);
});

test('an opening that failed ends, so that the same link opens again; but not where something is told or asked in its place', () => {
  expect(endsOpening(null)).toBe(false);
  expect(endsOpening(networkError('GET', new TypeError('Failed to fetch')))).toBe(true);
  expect(endsOpening(errorOfStatus(500, 'GET', {}))).toBe(true);
  expect(endsOpening(errorOfStatus(404, 'GET', {}))).toBe(false);
  expect(endsOpening(errorOfStatus(419, 'GET', {}))).toBe(false);
  expect(endsOpening(errorOfStatus(403, 'GET', { step: 'set-up-two-factor' }))).toBe(false);
});

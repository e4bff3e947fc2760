import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings.ts';
import { isGone, listedDocuments } from './gone-document.ts';

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

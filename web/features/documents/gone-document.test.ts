import { expect, test } from 'vitest';
import type { Meeting } from '../../../contract/meetings.ts';
import { goneMessage, listedDocuments } from './gone-document.ts';

const meeting = {
  documents: [{ id: 'own' }],
  agenda_items: [{ documents: [{ id: 'paper' }] }, { documents: [] }],
} as unknown as Pick<Meeting, 'documents' | 'agenda_items'>;
const gone = 'This file is no longer available.';

test('S4.8 S8.24 a document that has left the list is gone, whatever the viewer still holds', () => {
  const listed = listedDocuments(meeting);
  expect([...listed]).toEqual(['own', 'paper']);
  expect(goneMessage({ documentId: 'paper', listed, isMissing: false })).toBeNull();
  expect(goneMessage({ documentId: 'removed', listed, isMissing: false })).toBe(gone);
});

test('S8.24 a document that the server does not find is gone on every page', () => {
  expect(goneMessage({ documentId: 'x', listed: null, isMissing: true })).toBe(gone);
  expect(goneMessage({ documentId: 'x', listed: null, isMissing: false })).toBeNull();
});

import { expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { sharedDocuments } from './shared-document.ts';

const document = (id: string): Document => ({
  id,
  title: id,
  extension: 'pdf',
  filename: `${id}.pdf`,
  mime_type: 'application/pdf',
  is_link: false,
  link_url: null,
  created_at: '2026-11-12T13:05:00.000Z',
  byte_size: 1,
  page_count: 1,
  version_id: null,
  preview: 'none',
  printing_disabled: false,
  is_new: false,
});
const item = { id: 'item', title: 'Finance', description: '', presenter: '', minutes: null, depth: 0, revision: 1 };
const nobody = { purpose: null, presenter_id: null, presenter_slug: null };
const meeting = {
  documents: [document('of-the-meeting')],
  agenda_items: [{ ...item, ...nobody, documents: [document('of-an-item')] }],
};

test('the documents of the meeting and of its items are shared, and no others', () => {
  expect(sharedDocuments(meeting).map(({ id }) => id)).toEqual(['of-an-item', 'of-the-meeting']);
});

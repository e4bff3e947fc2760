import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents.ts';
import { sharedDocument } from './shared-document.ts';

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
  printing_disabled: false,
  is_new: false,
});
const item = { id: 'item', title: 'Finance', description: '', presenter: '', minutes: null };
const meeting = {
  documents: [document('of-the-meeting')],
  agenda_items: [{ ...item, documents: [document('of-an-item')] }],
};

test('the documents of the meeting and of its items are shared, and no others', () => {
  expect(sharedDocument(meeting, 'of-the-meeting')?.id).toBe('of-the-meeting');
  expect(sharedDocument(meeting, 'of-an-item')?.id).toBe('of-an-item');
  expect(sharedDocument(meeting, 'of-another-meeting')).toBeNull();
});

import { expect, test } from 'vitest';
import { mimeTypeByExtension } from '#domain/documents.ts';
import { documentMeta } from './viewed-document.ts';

test('the row of a paper states its kind, its number of pages, and any tracked changes', () => {
  const lease = { extension: 'docx', mime_type: mimeTypeByExtension.docx, page_count: 2, has_tracked_changes: false };
  expect(documentMeta(lease)).toBe('DOCX, 2 pages');
  expect(documentMeta({ ...lease, has_tracked_changes: true })).toBe('DOCX, 2 pages · Has tracked changes');
});

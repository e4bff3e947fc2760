import { expect, test } from 'vitest';
import type { ViewerEngine } from '#domain/documents.ts';
import { ports } from '#server/ports.ts';
import * as as from '#tests/support/readers.ts';
import { canAnnotate, canEditHome, isNewSince } from './policy.ts';
import type { DocumentHome } from './ports.ts';

type Marked = Parameters<typeof canAnnotate>[1];

test('signed-in members can mark visible PDFs and pictures if the board has a viewer', () => {
  const can = (
    mimeType: string,
    { reader = as.member, hidden = false, engine = 'pdfjs' as ViewerEngine, isLink = false } = {},
  ) => canAnnotate(reader, { mime_type: mimeType, is_link: isLink, hidden } as Marked, engine);
  const types = ['application/pdf', 'image/png', 'text/plain', 'application/zip'];
  expect(types.filter((type) => can(type))).toEqual(['application/pdf', 'image/png']);
  expect(can('application/pdf', { isLink: true })).toBe(false);
  expect(can('application/pdf', { hidden: true })).toBe(false);
  expect(can('application/pdf', { engine: 'none' })).toBe(false);
  for (const reader of as.bySecrets(as.admin)) expect(can('application/pdf', { reader })).toBe(false);
});

test('a member who can edit a meeting, an announcement or a library category can edit the documents in it', () => {
  const home = { id: 'x', state: 'published', is_hidden: false, categoryId: 'c', folderId: null } as const;
  for (const kind of ['meeting', 'announcement', 'library'] as const) {
    const can = (reader: as.Reader, access: typeof as.outside) =>
      canEditHome({ ...reader, ports }, { ...home, kind, ...access } as DocumentHome);
    expect([as.outside, as.inside, as.administering].map((of) => can(as.member, of))).toEqual([false, false, true]);
    expect(can(as.admin, as.outside)).toBe(true);
  }
});

test('a document is marked as new only for members whose last visit was before the upload', () => {
  const [before, uploaded, after] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 10, 16, hour)));
  const isNew = (seenAt: Date | null = null) => isNewSince(seenAt, uploaded as Date);
  expect([isNew(), isNew(before), isNew(uploaded), isNew(after)]).toEqual([false, true, false, false]);
});

import { expect, test } from 'vitest';
import type { DocumentHome } from '#server/features/papers/documents/ports.ts';
import { ports } from '#server/ports.ts';
import * as as from '#tests/support/readers.ts';
import { type FoundSubject, subjectRights } from './policy.ts';

type Reader = Parameters<typeof subjectRights>[0];

const meeting = { kind: 'meeting', id: 'x', state: 'published', finds_date: false, ...as.inside };
const paper = { title: 'Lease.pdf', extension: 'pdf', hidden: false, is_withheld: false };

const rights = (home: object | null, reader: as.Reader = as.member, given: object = {}) =>
  subjectRights(
    { ...reader, ports } as Reader,
    {
      document: { ...paper, ...given, home: home as DocumentHome | null },
      page: null,
      minutes: null,
      written: null,
      vote: null,
    } as unknown as FoundSubject,
  );

test('a document can be sent for signature only by editors who see the meeting or library that contains it', () => {
  expect(rights(meeting)).toMatchObject({ kind: 'document', sees: true, edits: false, isFinal: true });
  expect(rights(meeting, as.admin)).toMatchObject({ kind: 'document', sees: true, edits: true });
  expect(rights({ ...meeting, ...as.outside })).toMatchObject({ kind: null, sees: false });
  expect(rights({ ...meeting, state: 'draft' })).toMatchObject({ kind: null, sees: false });
  expect(rights(null, as.admin)).toMatchObject({ kind: null, sees: false, edits: false });
  expect(rights(meeting, as.admin, { is_withheld: true })).toMatchObject({ kind: null, sees: false, edits: false });
  expect(rights(meeting, as.member, { hidden: true }).sees).toBe(false);
  expect(rights(meeting, as.member, { extension: 'docx' }).isFinal).toBe(false);
});

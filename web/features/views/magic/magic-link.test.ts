import { expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { CallError } from '#web/api/call-error.ts';
import { magicLink, type SharedMeetingAnswer, sharedDocuments } from './magic-link.ts';

const answer: SharedMeetingAnswer = {
  board: { title: 'Harbour Street', logo_url: null, primary_color: '#154e52', time_zone: 'America/Halifax' },
  first_name: 'Sunita',
  meeting: {
    title: 'November Board Meeting',
    type: 'hybrid',
    state: 'published',
    start: '2026-11-19T13:30:00.000Z',
    end: '2026-11-19T16:00:00.000Z',
    location: '',
    join_url: '',
    description: '',
    agenda_items: [],
    documents: [],
    date_search: null,
    polls: [],
    meeting_status: { acceptance: 'none', attendance: false, answered_at: null },
    can: { respond: true, read: true },
  },
};
const failed = (status: number | 'network') => new CallError({ status, method: 'GET', message: 'Failed' });

test('a link is loading until it is answered, and then open', () => {
  expect(magicLink({ data: undefined, error: null })).toEqual({ kind: 'loading' });
  expect(magicLink({ data: answer, error: null })).toEqual({ kind: 'open', answer });
});

test('a link that opens nothing is gone, also when it opened something before', () => {
  expect(magicLink({ data: undefined, error: failed(404) })).toEqual({ kind: 'gone' });
  expect(magicLink({ data: answer, error: failed(404) })).toEqual({ kind: 'gone' });
});

test('what was shown stays while a later asking fails', () => {
  expect(magicLink({ data: undefined, error: failed(500) })).toEqual({ kind: 'failed' });
  expect(magicLink({ data: undefined, error: failed('network') })).toEqual({ kind: 'failed' });
  expect(magicLink({ data: answer, error: failed('network') })).toEqual({ kind: 'open', answer });
});

const document = (id: string): Document => ({
  id,
  title: id,
  extension: 'pdf',
  filename: `${id}.pdf`,
  mime_type: 'application/pdf',
  is_link: false,
  link_url: null,
  created_at: '2026-11-12T13:05:00.000Z',
  uploaded_at: '2026-11-12T13:05:00.000Z',
  byte_size: 1,
  page_count: 1,
  version_id: null,
  preview: 'none',
  printing_disabled: false,
  is_new: false,
});
const item = { id: 'item', title: 'Finance', description: '', presenter: '', minutes: null, depth: 0, revision: 1 };
const nobody = { purpose: null, presenter_id: null, presenter_slug: null, withheld: null, kind: null };
const meeting = {
  documents: [document('of-the-meeting')],
  agenda_items: [{ ...item, ...nobody, documents: [document('of-an-item')] }],
};

test('the documents of the meeting and of its items are shared, and no others', () => {
  expect(sharedDocuments(meeting).map(({ id }) => id)).toEqual(['of-an-item', 'of-the-meeting']);
});

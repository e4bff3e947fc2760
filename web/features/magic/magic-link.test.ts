import { expect, test } from 'vitest';
import { CallError } from '#web/api/call-error.ts';
import { type MagicAnswer, magicLink } from './magic-link.ts';

const answer: MagicAnswer = {
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

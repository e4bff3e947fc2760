import { expect, test } from 'vitest';
import { sharedMeeting } from '#tests/support/shared-meeting.ts';
import { CallError } from '#web/api/call-error.ts';
import { magicLink, type SharedMeetingAnswer, sharedDocuments } from './magic-link.ts';

const answer = sharedMeeting;
const failed = (status: number | 'network') => new CallError({ status, method: 'GET', message: 'Failed' });

test('the state of a shared link is “loading” until the response arrives, and then “open”', () => {
  expect(magicLink({ data: undefined, error: null })).toEqual({ kind: 'loading' });
  expect(magicLink({ data: answer, error: null })).toEqual({ kind: 'open', answer });
});

test('a shared link that is no longer found is reported as invalid, even while its page is open', () => {
  expect(magicLink({ data: undefined, error: failed(404) })).toEqual({ kind: 'gone' });
  expect(magicLink({ data: answer, error: failed(404) })).toEqual({ kind: 'gone' });
});

test('an open shared link remains open if a later call fails', () => {
  expect(magicLink({ data: undefined, error: failed(500) })).toEqual({ kind: 'failed' });
  expect(magicLink({ data: undefined, error: failed('network') })).toEqual({ kind: 'failed' });
  expect(magicLink({ data: answer, error: failed('network') })).toEqual({ kind: 'open', answer });
});

const documents = (id: string) => [{ id }];
const meeting = { documents: documents('of-the-meeting'), agenda_items: [{ documents: documents('of-an-item') }] };

test('the shared documents of a meeting are its own and those of its items', () => {
  expect(sharedDocuments(meeting as unknown as SharedMeetingAnswer['meeting']).map(({ id }) => id)).toEqual([
    'of-an-item',
    'of-the-meeting',
  ]);
});

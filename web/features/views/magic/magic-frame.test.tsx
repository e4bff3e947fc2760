import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { sharedMeeting } from '#tests/support/shared-meeting.ts';
import { CallError } from '#web/api/call-error.ts';
import { MagicGate } from './magic-frame.tsx';
import { type SharedMeetingAnswer, sharedDocuments } from './magic-link.ts';

vi.mock('#web/api/start.ts', () => ({
  useStart: () => ({ settings: { app_name: 'Dais' }, face: null }),
  boardOf: () => null,
}));

const { title } = sharedMeeting.meeting;
const failed = (status: number | 'network') => new CallError({ status, method: 'GET', message: 'Failed' });
const shown = (data: SharedMeetingAnswer | undefined, error: CallError | null): string =>
  renderToStaticMarkup(
    <MagicGate query={{ data, error, refetch: () => undefined }} loading="Loading">
      {({ meeting }) => meeting.title}
    </MagicGate>,
  );

test('the state of a shared link is “loading” until the response arrives, and then “open”', () => {
  expect([shown(undefined, null), shown(sharedMeeting, null)]).toEqual(['Loading', title]);
});

test('a shared link that is no longer found is reported as invalid, even while its page is open', () => {
  for (const data of [undefined, sharedMeeting]) expect(shown(data, failed(404))).toContain('This link does not work');
});

test('an open shared link remains open if a later call fails', () => {
  for (const status of [500, 'network'] as const) {
    expect(shown(undefined, failed(status))).toContain('This page could not be loaded');
  }
  expect(shown(sharedMeeting, failed('network'))).toBe(title);
});

const documents = (id: string) => [{ id }];
const meeting = { documents: documents('of-the-meeting'), agenda_items: [{ documents: documents('of-an-item') }] };

test('the shared documents of a meeting are its own and those of its items', () => {
  expect(sharedDocuments(meeting as unknown as SharedMeetingAnswer['meeting']).map(({ id }) => id)).toEqual([
    'of-an-item',
    'of-the-meeting',
  ]);
});

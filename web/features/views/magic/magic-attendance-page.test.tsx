import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { RsvpLetter } from '#domain/rsvp.ts';
import { AttendanceCard } from './magic-attendance-page.tsx';
import type { SharedMeetingAnswer } from './magic-link.ts';

vi.mock('#web/api/start.ts', () => ({
  useStart: () => ({ settings: { app_name: 'Dais' }, face: null }),
  useTimeZone: () => 'UTC',
  boardOf: () => null,
}));

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

function shown(letter: RsvpLetter, meeting: Partial<SharedMeetingAnswer['meeting']> = {}): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AttendanceCard uid="m-b234" letter={letter} answer={{ ...answer, meeting: { ...answer.meeting, ...meeting } }} />
    </QueryClientProvider>,
  );
}
const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('M18 S2.54 meeting title, start and end in the board time zone, reply bar, calendar and the way to the meeting', () => {
  const html = shown('r');
  expect(html).toMatch(/<h1[^>]*>November Board Meeting<\/h1>/);
  expect(textOf(html)).toContain('Thursday, November 19, 2026, 9:30 AM – 12:00 PM AST');
  for (const part of ['Will you attend?', 'No Reply', 'Going remote', 'Not Going', 'Confirm: Going remote']) {
    expect(textOf(html)).toContain(part);
  }
  expect(html).toMatch(/<a[^>]*href="\/meeting\/m-b234"[^>]*>View Meeting<\/a>/);
  expect(html).toMatch(/<a[^>]*href="\/addtocalendar\/m-b234"/);
});

test('an answer that stands is stated with Change, and nothing is left to confirm', () => {
  const text = textOf(
    shown('r', {
      meeting_status: { acceptance: 'accepted-remote', attendance: false, answered_at: '2026-11-16T12:00:00.000Z' },
    }),
  );
  expect(text).toContain('Going remote You replied on 11/16/2026 at 8:00 AM Change');
  expect(text).not.toContain('Confirm');
});

test('a cancelled meeting asks nothing', () => {
  const text = textOf(shown('r', { state: 'cancelled', can: { respond: false, read: true } }));
  expect(text).toContain('This meeting is cancelled.');
  for (const gone of ['Confirm', 'Going remote', 'Add to calendar']) expect(text).not.toContain(gone);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { MagicMeeting } from '#contract/magic.ts';
import type { Acceptance, RsvpLetter } from '#domain/rsvp.ts';
import { sharedMeeting } from '#tests/support/shared-meeting.ts';
import { AttendanceCard, attendanceView, proposedLetter, unfitReason } from './magic-attendance-page.tsx';
import type { SharedMeetingAnswer } from './magic-link.ts';

vi.mock('#web/api/start.ts', () => ({
  useStart: () => ({ settings: { app_name: 'Dais' }, face: null }),
  useTimeZone: () => 'UTC',
  boardOf: () => null,
}));

function shown(letter: RsvpLetter, meeting: Partial<SharedMeetingAnswer['meeting']> = {}): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AttendanceCard
        uid="m-b234"
        letter={letter}
        answer={{ ...sharedMeeting, meeting: { ...sharedMeeting.meeting, ...meeting } }}
      />
    </QueryClientProvider>,
  );
}
const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('the shared reply page shows the meeting’s title, its times in the board’s time zone, replies and links', () => {
  const html = shown('r');
  expect(html).toMatch(/<h1[^>]*>November Board Meeting<\/h1>/);
  expect(textOf(html)).toContain('Thursday, November 19, 2026, 9:30 AM – 12:00 PM AST');
  for (const part of ['Will you attend?', 'No Reply', 'Going remote', 'Not Going', 'Confirm: Going remote']) {
    expect(textOf(html)).toContain(part);
  }
  expect(html).toMatch(/<a[^>]*href="\/meeting\/m-b234"[^>]*>View Meeting<\/a>/);
  expect(html).toMatch(/<a[^>]*href="\/addtocalendar\/m-b234"/);
});

test('a recorded reply is shown with a Change button and no Confirm button', () => {
  const text = textOf(
    shown('r', {
      meeting_status: { acceptance: 'accepted-remote', attendance: false, answered_at: '2026-11-16T12:00:00.000Z' },
    }),
  );
  expect(text).toContain('Going remote You replied on 11/16/2026 at 8:00 AM Change');
  expect(text).not.toContain('Confirm');
});

test('the shared reply page of a cancelled meeting does not ask for a reply', () => {
  const text = textOf(shown('r', { state: 'cancelled', can: { respond: false, read: true } }));
  expect(text).toContain('This meeting is cancelled.');
  for (const gone of ['Confirm', 'Going remote', 'Add to calendar']) expect(text).not.toContain(gone);
});

interface Given extends Partial<Pick<MagicMeeting, 'type' | 'state'>> {
  readonly acceptance?: Acceptance;
  readonly respond?: boolean;
}

const meeting = ({ type = 'hybrid', acceptance = 'none', state = 'published', respond = true }: Given) => ({
  type,
  state,
  can: { respond, read: true },
  meeting_status: { acceptance, attendance: false, answered_at: null },
});

test('the reply named in a link is preselected if the type of the meeting allows it', () => {
  for (const letter of ['p', 'r', 'n'] as const) expect(proposedLetter(letter, meeting({}))).toBe(letter);
  for (const letter of ['y', 'n'] as const) expect(proposedLetter(letter, meeting({ type: 'remote' }))).toBe(letter);
});

test('no reply is suggested if the link only withdraws a reply or does not fit the type of the meeting', () => {
  for (const letter of ['y', 'm'] as const) {
    expect(proposedLetter(letter, meeting({}))).toBeNull();
    expect(attendanceView(meeting({}), null)).toEqual({ kind: 'asked' });
  }
  expect(proposedLetter('p', meeting({ type: 'in-person' }))).toBeNull();
});

test('if the reply in a link does not fit the meeting, the explanation names the type of the meeting', () => {
  const message = 'The reply in your link does not apply to this in-person meeting. Choose another reply here.';
  for (const letter of ['p', 'r'] as const) expect(unfitReason(letter, meeting({ type: 'in-person' }))).toBe(message);
  expect(unfitReason('y', meeting({}))).toMatch(/this hybrid meeting/);
  for (const letter of ['p', 'r', 'n', 'm'] as const) expect(unfitReason(letter, meeting({}))).toBeNull();
});

test('the recorded reply is shown unless the link suggests a different one', () => {
  const given = meeting({ acceptance: 'accepted-remote' });
  expect(proposedLetter('r', given)).toBeNull();
  expect(attendanceView(given, null)).toEqual({ kind: 'recorded', acceptance: 'accepted-remote' });
  expect(proposedLetter('n', given)).toBe('n');
  expect(attendanceView(given, 'n')).toEqual({ kind: 'proposed', letter: 'n' });
});

test('no reply is suggested if the meeting is cancelled or replies are closed', () => {
  expect(attendanceView(meeting({ state: 'cancelled', respond: false }), 'r')).toEqual({ kind: 'cancelled' });
  expect(attendanceView(meeting({ respond: false }), 'r')).toEqual({ kind: 'closed' });
  expect(attendanceView(meeting({ respond: false, acceptance: 'declined' }), null)).toEqual({ kind: 'closed' });
});

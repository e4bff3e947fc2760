import { expect, test } from 'vitest';
import type { MagicMeeting } from '#contract/magic.ts';
import type { Acceptance, MeetingType } from '#domain/rsvp.ts';
import { attendanceView, proposedLetter, unfitReason } from './magic-attendance-page.tsx';

interface Given {
  readonly type?: MeetingType;
  readonly acceptance?: Acceptance;
  readonly state?: MagicMeeting['state'];
  readonly respond?: boolean;
}

function meeting({ type = 'hybrid', acceptance = 'none', state = 'published', respond = true }: Given) {
  return {
    type,
    state,
    meeting_status: { acceptance, attendance: false, answered_at: null },
    can: { respond, read: true },
  } as const;
}

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
